"""Statistical methods on plain arrays, one file each. They know nothing about runs, so every layer can use them."""

from __future__ import annotations

from evaljson.stats.auroc import auroc
from evaljson.stats.auroc_interval import auroc_interval, delong_error
from evaljson.stats.brier import brier_interval, brier_score
from evaljson.stats.calibration_error import CalibrationError, calibration_error
from evaljson.stats.clustered_share import clustered_share
from evaljson.stats.double_sampling import double_sampled
from evaljson.stats.ece import expected_calibration_error
from evaljson.stats.fleiss import fleiss_kappa
from evaljson.stats.gwet import gwet_ac1
from evaljson.stats.jackknife import Coefficient
from evaljson.stats.kappa import Kappa, cohens_kappa
from evaljson.stats.krippendorff import krippendorff_alpha
from evaljson.stats.mcnemar import mcnemar
from evaljson.stats.mean_interval import mean_interval, mean_intervals
from evaljson.stats.multiple_tests import benjamini_hochberg, holm
from evaljson.stats.permutation import paired_permutation
from evaljson.stats.power import smallest_detectable
from evaljson.stats.ratings import Ratings, ratings_of, ratings_of_counts
from evaljson.stats.reliability_curve import ReliabilityBin, reliability_curve
from evaljson.stats.shrinkage import Shrunken, shrink
from evaljson.stats.wilson import wilson_interval

__all__ = [
    "CalibrationError",
    "Coefficient",
    "Kappa",
    "Ratings",
    "ReliabilityBin",
    "Shrunken",
    "auroc",
    "auroc_interval",
    "benjamini_hochberg",
    "brier_interval",
    "brier_score",
    "calibration_error",
    "clustered_share",
    "cohens_kappa",
    "delong_error",
    "double_sampled",
    "expected_calibration_error",
    "fleiss_kappa",
    "gwet_ac1",
    "holm",
    "krippendorff_alpha",
    "mcnemar",
    "mean_interval",
    "mean_intervals",
    "paired_permutation",
    "ratings_of",
    "ratings_of_counts",
    "reliability_curve",
    "shrink",
    "smallest_detectable",
    "wilson_interval",
]
