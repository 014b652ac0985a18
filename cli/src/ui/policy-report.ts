import type { PageHeaders } from '../doctor/headers/page-headers.js'
import type { ModalOrigin } from '../plan/site/modal-origins.js'
import { modalDirectives, toPolicyText } from '../plan/site/policy.js'

/** Report of a site's policy, with the plugin that needs each origin. */
export const policyLines = (origins: readonly ModalOrigin[], { from, policies }: PageHeaders): readonly string[] => [
  policies.length === 0 ? `${from} has no Content-Security-Policy, so nothing is blocked.` : `Checked: ${from}`,
  'The minimal policy that this site’s modal needs:',
  `  ${toPolicyText(modalDirectives(origins))}`,
  ...[...mergeBySource(origins)].map(
    ([source, { kinds, by }]) => `  ${source}: ${[...kinds].join(', ')} for ${[...by].join(', ')}`,
  ),
]

/** The same report for the `--json` document. */
export const policyDocument = (origins: readonly ModalOrigin[]): object => ({
  policy: toPolicyText(modalDirectives(origins)),
  directives: Object.fromEntries(modalDirectives(origins).map(({ name, sources }) => [name, sources])),
  origins: [...mergeBySource(origins)].map(([source, { kinds, by }]) => ({ source, kinds: [...kinds], by: [...by] })),
})

function mergeBySource(
  origins: readonly ModalOrigin[],
): ReadonlyMap<string, { readonly kinds: Set<string>; readonly by: Set<string> }> {
  const sources = new Map<string, { readonly kinds: Set<string>; readonly by: Set<string> }>()
  for (const { source, kind, by } of origins) {
    const entry = sources.get(source) ?? { kinds: new Set(), by: new Set() }
    entry.kinds.add(kind)
    for (const name of by) entry.by.add(name)
    sources.set(source, entry)
  }
  return sources
}
