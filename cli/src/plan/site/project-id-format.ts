import type { SiteManifest } from './site-manifest.js'

/** Reason why a text is no project id of the public services. */
export type ProjectIdProblem = 'placeholder' | 'malformed'

const placeholderWords =
  /^(?:your|my|a(?=[-_ ])|the|insert|put|add|change|replace|todo|test|demo|example|sample|placeholder|dummy|fake|abc|xxx|project)/i

/**
 * Problem of a project id, if it has one. Ids of the public services (Reown) are 32 random hexadecimal digits. If the site has its own catalogue of
 * wallets, ids may have any format.
 */
export function projectIdProblem(
  id: string,
  { endpoints }: Pick<SiteManifest, 'endpoints'>,
): ProjectIdProblem | undefined {
  if (endpoints?.catalogue !== undefined) return undefined
  const hasFormat = /^[0-9a-f]{32}$/.test(id)
  const isSequence = /^(.)\1*$/.test(id) || /^(?:0123456789abcdef|1234567890abcdef){1,2}/i.test(id)
  if (isSequence || (!hasFormat && placeholderWords.test(id))) return 'placeholder'
  return hasFormat ? undefined : 'malformed'
}
