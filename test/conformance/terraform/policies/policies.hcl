policy "tags" {
  query = "data.tags.deny"
  enforcement_level = "advisory"
}
