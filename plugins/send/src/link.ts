import {
  type Context,
  formatAmount,
  isWalletModalError,
  type Network,
  type PaymentLink,
  type PaymentNote,
  type PaymentRequest,
  parseAmount,
  parseCaipAccountId,
  type ReadonlySignal,
  type ReceiverFinding,
} from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'
import type { Scene } from './scene.js'
import type { SendableToken, SendableTokens } from './tokens.js'

/** What a link asks for, on the network in use and in what the form takes. */
export interface FollowedLink {
  readonly receiver: string
  readonly token?: SendableToken
  /** In whole units. */
  readonly amount?: string
  /** What goes along with the payment. */
  readonly note?: PaymentNote
}

export type LinkReading =
  | FollowedLink
  /** `network`: where it could be followed, which the wallet can be asked for. */
  | { readonly refusal: ReceiverFinding; readonly network?: Network }

/** What the site settled already. */
export interface Settled {
  readonly assetId?: string | undefined
  readonly amount?: string | undefined
  readonly receiver?: string | undefined
}

interface LinkParts {
  readonly scene: ReadonlySignal<Scene | null>
  readonly tokens: SendableTokens
  settled(): Settled
}

/** Addresses and names have no colon. */
const schemePattern = /^([a-z][a-z\d+.-]*):/i

const refuse = (code: string, text?: string): { readonly refusal: ReceiverFinding } => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

function readAccountId(text: string): PaymentLink | undefined {
  try {
    const { caipNetworkId, address } = parseCaipAccountId(text)
    return { request: { caipNetworkId, receiver: address } }
  } catch {
    return undefined // another link
  }
}

/** In whole units, exactly; `undefined` where the token cannot be divided like that. */
function writeAmount(amount: bigint | string, decimals: number): string | undefined {
  try {
    return formatAmount(typeof amount === 'bigint' ? amount : parseAmount(amount, decimals), decimals)
  } catch {
    return undefined // the link is refused as a whole
  }
}

/** Reads payment links with the handlers of the chain families, and CAIP-10 ids. What a link asks for is followed whole or not at all. */
export function createLinks(ctx: Context, { scene, tokens, settled }: LinkParts) {
  const handlers = ctx.all(sendHandlers)

  const understand = async (text: string, { handler, network }: Scene): Promise<PaymentLink | undefined> => {
    const own = readAccountId(text) ?? (await handler.readLink?.(text, network))
    if (own) return own
    for (const other of handlers.peek()) {
      const link = other === handler ? undefined : await other.readLink?.(text, network)
      if (link) return link
    }
    return undefined
  }
  const elsewhere = (caipNetworkId: string): LinkReading => {
    const network = ctx.networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
    const canSwitch =
      network !== undefined && ctx.connections.all.peek().some(({ namespace }) => namespace === network.namespace)
    return { ...refuse('link.network', network?.name ?? caipNetworkId), ...(canSwitch && { network }) }
  }
  const findToken = async (assetId: string, stop: AbortSignal): Promise<SendableToken | undefined> => {
    try {
      return await tokens.find(assetId, stop)
    } catch (error) {
      if (isWalletModalError(error) && error.code === 'INVALID_ARGUMENT') return undefined
      throw error
    }
  }
  const follow = async (request: PaymentRequest, now: Scene, stop: AbortSignal): Promise<LinkReading> => {
    const { caipNetworkId = now.network.caipNetworkId, receiver, assetId, amount } = request
    const note = request.note && { note: request.note }
    if (caipNetworkId !== now.network.caipNetworkId) return elsewhere(caipNetworkId)
    const fixed = settled()
    if (assetId === undefined) return amount === undefined ? { receiver, ...note } : refuse('badLink')
    if (fixed.assetId !== undefined && fixed.assetId !== assetId) return refuse('link.settled')
    const token = await findToken(assetId, stop)
    if (!token) return refuse('link.token')
    if (amount === undefined) return { receiver, token, ...note }
    const whole = writeAmount(amount, token.decimals)
    if (whole === undefined) return refuse('link.amount', token.symbol)
    if (fixed.amount !== undefined && writeAmount(fixed.amount, token.decimals) !== whole) return refuse('link.settled')
    return { receiver, token, amount: whole, ...note }
  }
  return {
    /** `undefined` for what is no link, and while it cannot be known where it would be followed. */
    read(text: string, stop: AbortSignal): Promise<LinkReading | undefined> | undefined {
      const [, scheme] = schemePattern.exec(text) ?? []
      const now = scene.peek()
      // a site names an address or a name, and both amount and token beside it
      if (scheme === undefined || !now || settled().receiver !== undefined) return undefined
      return understand(text, now).then((link) => {
        if (!link) return refuse('link.unknown', scheme.toLowerCase())
        return 'refusal' in link ? link : follow(link.request, now, stop)
      })
    },
  }
}
