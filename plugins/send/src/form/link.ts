import {
  type Context,
  isWalletModalError,
  type Network,
  type PaymentLink,
  type PaymentNote,
  type PaymentRequest,
  type ReadonlySignal,
  type ReceiverIssue,
} from '@wallet-modal/kernel'
import { formatAmount, parseAmount, parseCaipAccountId, sendHandlers } from '@wallet-modal/kernel/assets'
import type { AccountToken, AccountTokens } from '@wallet-modal/kernel/transactions'
import type { SendContext } from './send-context.js'

/** Form values of a payment link, on the active network. */
export interface AppliedLink {
  readonly receiver: string
  readonly token?: AccountToken
  /** In decimal notation, not in base units. */
  readonly amount?: string
  /** Memo and references of the payment. */
  readonly note?: PaymentNote
}

export type LinkReading =
  | AppliedLink
  /** `network`: network of the link, if the wallet can switch to it. */
  | { readonly refusal: ReceiverIssue; readonly network?: Network }

/** Fields fixed by the site. */
export interface FixedFields {
  readonly assetId?: string | undefined
  readonly amount?: string | undefined
  readonly receiver?: string | undefined
}

interface LinkOptions {
  readonly context: ReadonlySignal<SendContext | null>
  readonly tokens: AccountTokens
  fixed(): FixedFields
}

/** Scheme of a link. Addresses and names contain no colon. */
const schemePattern = /^([a-z][a-z\d+.-]*):/i

const refuse = (code: string, text?: string): { readonly refusal: ReceiverIssue } => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

function readAccountId(text: string): PaymentLink | undefined {
  try {
    const { caipNetworkId, address } = parseCaipAccountId(text)
    return { request: { caipNetworkId, receiver: address } }
  } catch {
    return undefined // not a CAIP-10 id
  }
}

/** Exact amount in decimal notation; `undefined` if the token has fewer decimals than the amount. */
function writeAmount(amount: bigint | string, decimals: number): string | undefined {
  try {
    return formatAmount(typeof amount === 'bigint' ? amount : parseAmount(amount, decimals), decimals)
  } catch {
    return undefined // the caller refuses the link
  }
}

/** Reads CAIP-10 ids and, with the handlers of the chain families, payment links. A link is applied completely or not at all. */
export function createLinks(ctx: Context, { context, tokens, fixed }: LinkOptions) {
  const handlers = ctx.all(sendHandlers)

  const parseLink = async (text: string, { handler, network }: SendContext): Promise<PaymentLink | undefined> => {
    const ownLink = readAccountId(text) ?? (await handler.readLink?.(text, network))
    if (ownLink) return ownLink
    for (const other of handlers.peek()) {
      const link = other === handler ? undefined : await other.readLink?.(text, network)
      if (link) return link
    }
    return undefined
  }
  const refuseNetwork = (caipNetworkId: string): LinkReading => {
    const network = ctx.networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
    const canSwitch =
      network !== undefined && ctx.connections.all.peek().some(({ namespace }) => namespace === network.namespace)
    return { ...refuse('link.network', network?.name ?? caipNetworkId), ...(canSwitch && { network }) }
  }
  const findToken = async (assetId: string, abortSignal: AbortSignal): Promise<AccountToken | undefined> => {
    try {
      return await tokens.find(assetId, abortSignal)
    } catch (error) {
      if (isWalletModalError(error) && error.code === 'INVALID_ARGUMENT') return undefined
      throw error
    }
  }
  const apply = async (
    request: PaymentRequest,
    sendContext: SendContext,
    abortSignal: AbortSignal,
  ): Promise<LinkReading> => {
    const { caipNetworkId = sendContext.network.caipNetworkId, receiver, assetId, amount } = request
    const note = request.note && { note: request.note }
    if (caipNetworkId !== sendContext.network.caipNetworkId) return refuseNetwork(caipNetworkId)
    const { assetId: fixedAssetId, amount: fixedAmount } = fixed()
    if (assetId === undefined) return amount === undefined ? { receiver, ...note } : refuse('badLink')
    if (fixedAssetId !== undefined && fixedAssetId !== assetId) return refuse('link.settled')
    const token = await findToken(assetId, abortSignal)
    if (!token) return refuse('link.token')
    if (amount === undefined) return { receiver, token, ...note }
    const amountText = writeAmount(amount, token.decimals)
    if (amountText === undefined) return refuse('link.amount', token.symbol)
    if (fixedAmount !== undefined && writeAmount(fixedAmount, token.decimals) !== amountText)
      return refuse('link.settled')
    return { receiver, token, amount: amountText, ...note }
  }
  return {
    /** Reads a payment link. `undefined` if the text is not a link, if no supported wallet is active, or if the site has fixed the receiver. */
    read(text: string, abortSignal: AbortSignal): Promise<LinkReading | undefined> | undefined {
      const [, scheme] = schemePattern.exec(text) ?? []
      const sendContext = context.peek()
      // a receiver that the site has fixed is an address or a name, never a link
      if (scheme === undefined || !sendContext || fixed().receiver !== undefined) return undefined
      return parseLink(text, sendContext).then((link) => {
        if (!link) return refuse('link.unknown', scheme.toLowerCase())
        return 'refusal' in link ? link : apply(link.request, sendContext, abortSignal)
      })
    },
  }
}
