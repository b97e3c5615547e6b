"""Reviews: people go through disagreements between gold and extraction, and gold, rules and figures get better by it.

A review is made of cards. A card holds equal disagreements, one place for each record and variant; people give opinions
on cards. Everything here works on values: what is stored is in evaljson.store, what is drawn in evaljson.ui.
"""
