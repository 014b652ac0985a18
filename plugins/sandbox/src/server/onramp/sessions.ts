import { base64urlnopad } from '@scure/base'
import { type OnRampPurchase, type OnRampPurchaseRequest, RequestError } from '@wallet-modal/gateway/server'
import { formatUnits } from 'viem'
import type { Clock } from '../clock.js'
import type { DeliveryTransaction } from '../engines/engine.js'
import { iconUrl } from '../sources/icon-url.js'
import type { QuotedPurchase } from './market.js'

/** Time after a session's creation during which its URL is valid. A URL works once. */
const URL_VALID_MS = 300_000
/** Time after which an unpaid checkout expires. */
const CHECKOUT_VALID_MS = 1_800_000

/** On-ramp session and its checkout. The session's URL opens the checkout. Payment, cancellation, a declined card or expiry ends the session. */
export interface CheckoutSession {
  readonly id: string
  readonly provider: string
  readonly address: string
  readonly quotedPurchase: QuotedPurchase
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Origin of the sandbox, for the URLs of icons. */
  readonly origin: string
  /** `paid`: the delivery is not in a block yet. */
  readonly state: 'created' | 'opened' | 'paid' | 'delivered' | 'undelivered' | 'declined' | 'cancelled' | 'expired'
  readonly delivery?: DeliveryTransaction
}

export interface CheckoutSessions {
  /** Stores a session and returns the secret for its URL. Throws `CONFLICT` if a session with this id exists. */
  create(session: Omit<CheckoutSession, 'state' | 'createdAt'>): string
  /** Exchanges the secret of a URL for the secret of its checkout. `undefined` if the URL is unknown, used or expired. */
  open(secret: string): string | undefined
  /** Session of a checkout, with the current state of its delivery. Here and below, `checkout` is the secret of the checkout. */
  find(checkout: string): Promise<CheckoutSession | undefined>
  cancel(checkout: string): void
  decline(checkout: string): void
  /** Marks an open checkout as paid and sends the assets. Further calls do nothing. Rejects if the assets cannot be sent. */
  pay(checkout: string): Promise<void>
  /**
   * Purchase of the session with the id in the request. `undefined` if there is no such session, if its checkout is still open, or if the request is
   * for another account or network.
   */
  purchase(provider: string, request: OnRampPurchaseRequest): Promise<OnRampPurchase | undefined>
  clear(): void
}

const secret = (): string => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))

/** Purchase status for each state of a checkout that has ended. */
const statuses = {
  paid: 'pending',
  delivered: 'confirmed',
  undelivered: 'failed',
  declined: 'failed',
  cancelled: 'failed',
  expired: 'failed',
} as const

export function createCheckoutSessions(clock: Clock): CheckoutSessions {
  /** Sessions by the secrets of their checkouts. */
  const sessions = new Map<string, CheckoutSession>()
  /** Secrets of the checkouts whose URL was not opened yet, by the secrets of the URLs. */
  const unopened = new Map<string, string>()
  const change = (checkout: string, changed: Partial<CheckoutSession>): void => {
    const session = sessions.get(checkout)
    if (session) sessions.set(checkout, { ...session, ...changed })
  }
  const find = (checkout: string): CheckoutSession | undefined => {
    const session = sessions.get(checkout)
    return session && withExpiry(session, clock.now())
  }
  const findSettled = async (checkout: string): Promise<CheckoutSession | undefined> => {
    const session = sessions.get(checkout)
    if (session) change(checkout, await readDelivery(session))
    return find(checkout)
  }
  const end = (state: 'cancelled' | 'declined') => (checkout: string) => {
    if (find(checkout)?.state === 'opened') change(checkout, { state })
  }
  return {
    create(session) {
      if ([...sessions.values()].some(({ id }) => id === session.id))
        throw new RequestError('CONFLICT', 'A session with this "partnerUserId" already exists.')
      const [url, checkout] = [secret(), secret()]
      sessions.set(checkout, { ...session, createdAt: clock.now(), state: 'created' })
      unopened.set(url, checkout)
      return url
    },
    open(url) {
      const checkout = unopened.get(url)
      unopened.delete(url)
      const session = checkout === undefined ? undefined : find(checkout)
      if (checkout === undefined || !session || clock.now() - session.createdAt > URL_VALID_MS) return undefined
      change(checkout, { state: 'opened' })
      return checkout
    },
    find: findSettled,
    cancel: end('cancelled'),
    decline: end('declined'),
    async pay(checkout) {
      const session = find(checkout)
      if (session?.state !== 'opened') return
      change(checkout, { state: 'paid' }) // before the first await, so that a second call delivers nothing
      await deliver(session, (changed) => change(checkout, changed))
    },
    async purchase(provider, request) {
      const [checkout] = [...sessions].find(([, one]) => one.id === request.id && one.provider === provider) ?? []
      const session = checkout === undefined ? undefined : await findSettled(checkout)
      return session && toPurchase(session, request)
    },
    clear() {
      sessions.clear()
      unopened.clear()
    },
  }
}

/** Sends the assets of a paid session. Rejects if this fails. */
async function deliver(
  { quotedPurchase: { token, amountBase }, address }: CheckoutSession,
  change: (changed: Partial<CheckoutSession>) => void,
): Promise<void> {
  try {
    const delivery = await token.engine.deliver?.(address, { token: token.address, amountBase })
    change(delivery ? { delivery } : { state: 'undelivered' })
  } catch (error) {
    change({ state: 'undelivered' })
    throw error
  }
}

/** New state of a paid session if its delivery is in a block. */
async function readDelivery({ state, delivery }: CheckoutSession): Promise<Partial<CheckoutSession>> {
  const status = state === 'paid' ? await delivery?.status() : undefined
  if (status === 'confirmed') return { state: 'delivered' }
  return status === 'failed' ? { state: 'undelivered' } : {}
}

/** Returns the session, with the state `expired` if it is unpaid and older than 30 minutes. */
function withExpiry(session: CheckoutSession, now: number): CheckoutSession {
  const isOpen = session.state === 'created' || session.state === 'opened'
  return isOpen && now - session.createdAt > CHECKOUT_VALID_MS ? { ...session, state: 'expired' } : session
}

function toPurchase(
  { state, createdAt, delivery, quotedPurchase, origin, address: receiver }: CheckoutSession,
  { id, address, caipNetworkId }: OnRampPurchaseRequest,
): OnRampPurchase | undefined {
  const { engine, ...token } = quotedPurchase.token
  const { network } = engine
  if (state === 'created' || state === 'opened') return undefined
  if (engine.toAddress(address) !== engine.toAddress(receiver)) return undefined
  if (caipNetworkId !== undefined && network.caipNetworkId !== caipNetworkId) return undefined
  return {
    ...{ id, caipNetworkId: network.caipNetworkId, address: receiver, status: statuses[state], at: createdAt },
    ...(state === 'delivered' && delivery && { hash: delivery.hash }),
    token: { ...token, iconUrl: iconUrl(origin, network.caipNetworkId, token.address) },
    amount: formatUnits(quotedPurchase.amountBase, token.decimals),
  }
}
