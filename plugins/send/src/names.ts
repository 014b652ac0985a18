import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'

/** Could be a name: parts with dots between them, and no blank. */
export const isNameLike = (text: string): boolean => /^[^\s.:/]+(\.[^\s.:/]+)+$/u.test(text) && text.length <= 255

interface Profile {
  readonly name: string
  readonly addresses: Readonly<Record<string, string>>
}

const profileSchema = readWith((reply): Profile => {
  const { name, addresses }: { readonly name?: unknown; readonly addresses?: unknown } = Object(reply)
  if (typeof name !== 'string' || typeof addresses !== 'object' || addresses === null) throw new Error('is no profile')
  const pairs = Object.entries(addresses).flatMap(([coinType, entry]: readonly [string, unknown]) => {
    const { address }: { readonly address?: unknown } = Object(entry)
    return typeof address === 'string' && address ? [[coinType, address] as const] : []
  })
  return { name, addresses: Object.fromEntries(pairs) }
})

/** What a name leads to. */
export type NameAnswer =
  | { readonly status: 'found'; readonly name: string; readonly address: string }
  /** `notNormal`: it holds characters that names do not have, or that look like others. `elsewhere`: it has no address on this network. */
  | { readonly status: 'unknown' | 'elsewhere' | 'notNormal' }

/** The name as name services know it, where it is written so already but for capitals. */
async function normalName(text: string): Promise<string | undefined> {
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  const typed = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  try {
    return ens_normalize(typed) === typed ? typed : undefined
  } catch {
    return undefined // the library's way to say that it is no name
  }
}

/** Looks a name up. Only the address that belongs to the network counts. */
export async function lookUpName(
  ctx: Pick<Context, 'api'>,
  text: string,
  { coinType, signal }: { readonly coinType: string; readonly signal: AbortSignal },
): Promise<NameAnswer> {
  const name = await normalName(text)
  if (name === undefined) return { status: 'notNormal' }
  try {
    const path = `/v1/profile/account/${encodeURIComponent(name)}`
    const profile = await ctx.api
      .service('blockchain')
      .get(path, { query: { apiVersion: '2' }, schema: profileSchema, signal })
    if (profile.name !== name) return { status: 'unknown' }
    const address = Object.hasOwn(profile.addresses, coinType) ? profile.addresses[coinType] : undefined
    return address === undefined ? { status: 'elsewhere' } : { status: 'found', name, address }
  } catch (error) {
    if (isWalletModalError(error) && error.code === 'HTTP_STATUS' && error.status === 404) return { status: 'unknown' }
    throw error
  }
}
