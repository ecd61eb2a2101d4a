package tags
