/** The ids of all findings, each with a section in docs/doctor.md. They are never renamed or reused. */
export const findingIds = [
  'conflict',
  'coep-blocks-pictures',
  'coop-breaks-windows',
  'csp-blocks-connect',
  'csp-blocks-frame',
  'csp-blocks-framing',
  'csp-blocks-image',
  'csp-blocks-script',
  'csp-blocks-window',
  'cycle',
  'deep-link-icons-relative',
  'deep-link-url-local',
  'deep-link-url-missing',
  'deep-link-url-other',
  'duplicate-kernel',
  'duplicate-provider',
  'duplicate-react',
  'endpoint-failing',
  'endpoint-unreachable',
  'generated-edited',
  'generated-missing',
  'generated-stale',
  'invalid-manifest',
  'invalid-option',
  'invalid-site',
  'kernel-mismatch',
  'missing-capability',
  'name-clash',
  'not-installed',
  'peer-broken',
  'peer-missing',
  'peer-range',
  'plugin-origin-broken',
  'project-id-hidden',
  'project-id-malformed',
  'project-id-missing',
  'project-id-placeholder',
  'project-id-unset',
  'react-alias-half',
  'react-beside-preact',
  'sandbox-in-production',
  'site-broken',
  'typescript-broken',
  'typescript-no-dom',
  'typescript-resolution',
  'unknown-network',
  'unknown-plugin',
  'unsupported-node',
] as const

export type FindingId = (typeof findingIds)[number]

/** The id for the code of an error that other commands stop at. */
export const findingIdOf = (code: string): FindingId => {
  const name = code.toLowerCase().replaceAll('_', '-')
  return findingIds.find((id) => id === name) ?? 'site-broken'
}
