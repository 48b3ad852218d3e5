"""The actions that the base game's parts offer to a hint. (An expansion keeps its own in its own file.)"""
