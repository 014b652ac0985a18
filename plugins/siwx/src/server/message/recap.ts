import { base64nopad } from '@scure/base'

const PREFIX = 'urn:recap:'
const MAX_LENGTH = 6000
const SENTENCE = 'I further authorize the stated URI to perform the following actions on my behalf: '

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Abilities of one resource, such as `request/personal_sign`, grouped by the part before the slash. */
function groupsOf(abilities: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const ability of Object.keys(abilities).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))) {
    const [group = ''] = ability.split('/')
    groups.set(group, [...(groups.get(group) ?? []), nameOf(ability)])
  }
  return groups
}
const nameOf = (ability: string): string => ability.split('/')[1] ?? ''

/**
 * Statement that a wallet adds for a ReCap resource (ERC-5573), in the format of WalletConnect's libraries. `undefined` if the text is not such a
 * resource.
 */
export function recapSentence(resource: string): string | undefined {
  if (!resource.startsWith(PREFIX) || resource.length > MAX_LENGTH) return undefined
  try {
    const bytes = base64nopad.decode(resource.slice(PREFIX.length).replace(/=+$/, ''))
    const { att }: { readonly att?: unknown } = Object(JSON.parse(new TextDecoder().decode(bytes)))
    if (!isRecord(att)) return undefined
    let count = 0
    const sentences = Object.entries(att).map(([target, abilities]) =>
      [...groupsOf(Object(abilities))]
        .map(([group, names]) => `(${++count}) '${group}': '${names.join("', '")}' for '${target}'.`)
        .join(', ')
        .replace('.,', '.'),
    )
    return `${SENTENCE}${sentences.join(' ')}`
  } catch {
    return undefined // not base64, or not JSON
  }
}
