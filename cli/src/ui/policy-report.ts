import type { Served } from '../doctor/served.js'
import { policyOf, toPolicyText } from '../plan/policy.js'
import type { Reach } from '../plan/reach.js'

/** The policy that a site needs, with who needs what, as lines for a person. */
export const policyLines = (reach: readonly Reach[], { from, policies }: Served): readonly string[] => [
  policies.length === 0 ? `${from} has no Content-Security-Policy, so nothing is stopped.` : `Judged: ${from}`,
  'The policy that this site’s modal needs, and no more:',
  `  ${toPolicyText(policyOf(reach))}`,
  ...[...merged(reach)].map(
    ([source, { kinds, by }]) => `  ${source}: ${[...kinds].join(', ')} for ${[...by].join(', ')}`,
  ),
]

/** The same for machines. */
export const policyDocument = (reach: readonly Reach[]): object => ({
  policy: toPolicyText(policyOf(reach)),
  directives: Object.fromEntries(policyOf(reach).map(({ name, sources }) => [name, sources])),
  reach: [...merged(reach)].map(([source, { kinds, by }]) => ({ source, kinds: [...kinds], by: [...by] })),
})

function merged(
  reach: readonly Reach[],
): ReadonlyMap<string, { readonly kinds: Set<string>; readonly by: Set<string> }> {
  const found = new Map<string, { readonly kinds: Set<string>; readonly by: Set<string> }>()
  for (const { source, kind, by } of reach) {
    const entry = found.get(source) ?? { kinds: new Set(), by: new Set() }
    entry.kinds.add(kind)
    for (const name of by) entry.by.add(name)
    found.set(source, entry)
  }
  return found
}
