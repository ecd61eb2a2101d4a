/** True values of the counters of accounts: a table of one row, in the SQL of both engines. */
export const countedUsers = `select
  coalesce(sum((1 - is_admin) * (1 - is_suspended)), 0) as active_members,
  coalesce(sum((1 - is_admin) * is_suspended), 0) as suspended_members,
  coalesce(sum(is_admin * (1 - is_suspended)), 0) as active_admins,
  coalesce(sum(is_admin * is_suspended), 0) as suspended_admins
from users`;
