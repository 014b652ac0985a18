/** Pattern of a permission `service:path` or `rpc:method`. `*` matches any text within one path segment; at the end of a pattern, any text. */
export function patternOf(permission: string): RegExp {
  const escaped = permission.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\\\*$/, '.*').replace(/\\\*/g, '[^/]*')}$`)
}
