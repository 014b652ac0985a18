import { type Context, isWalletModalError, type Network, nameSources, readWith } from '@wallet-modal/kernel'

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
  /** `isProven`: read from the chain, not only told by a service. */
  | { readonly status: 'found'; readonly name: string; readonly address: string; readonly isProven?: true }
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

interface NameQuestion {
  readonly network: Network
  readonly coinType: string
  readonly signal: AbortSignal
}

/** What the chain says; `undefined` where no source reads names of this family. */
async function askChain(
  ctx: Pick<Context, 'all'>,
  name: string,
  question: NameQuestion,
): Promise<NameAnswer | undefined> {
  const { namespace } = question.network
  const source = ctx
    .all(nameSources)
    .peek()
    .find((one) => one.namespace === namespace)
  const found = await source?.resolve({ name, ...question })
  if (found === undefined) return undefined
  return typeof found === 'string'
    ? { status: found }
    : { status: 'found', name, address: found.address, isProven: true }
}

/** What the service says. Only the address that belongs to the network counts. */
async function askService(
  ctx: Pick<Context, 'api'>,
  name: string,
  { coinType, signal }: Pick<NameQuestion, 'coinType' | 'signal'>,
): Promise<NameAnswer> {
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

const isUnconfigured = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

/** Looks a name up: on the chain, and where that leads nowhere by the service, which is believed less. */
export async function lookUpName(
  ctx: Pick<Context, 'api' | 'all' | 'log'>,
  text: string,
  question: NameQuestion,
): Promise<NameAnswer> {
  const name = await normalName(text)
  if (name === undefined) return { status: 'notNormal' }
  let failure: { readonly error: unknown } | undefined
  const chain = await askChain(ctx, name, question).catch((error: unknown) => {
    question.signal.throwIfAborted()
    ctx.log.info('the chain could not be asked for a name', error)
    failure = { error }
    return undefined
  })
  if (chain?.status === 'found') return chain
  try {
    return await askService(ctx, name, question)
  } catch (error) {
    if (chain && isUnconfigured(error)) return chain
    throw failure && isUnconfigured(error) ? failure.error : error
  }
}
