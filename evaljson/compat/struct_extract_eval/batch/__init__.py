"""Judges of meaning, and the batch comparator that asks them."""

from evaljson.compat.struct_extract_eval.batch.fake import FakeJudge
from evaljson.compat.struct_extract_eval.batch.groq import GroqJudge
from evaljson.compat.struct_extract_eval.batch.judge import Judge, JudgeItem
from evaljson.compat.struct_extract_eval.batch.prompt import DEFAULT_PROMPT_TEMPLATE
from evaljson.compat.struct_extract_eval.batch.semantic import SemanticBatchComparator

__all__ = ["DEFAULT_PROMPT_TEMPLATE", "FakeJudge", "GroqJudge", "Judge", "JudgeItem", "SemanticBatchComparator"]
