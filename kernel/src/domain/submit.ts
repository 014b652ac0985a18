import { fail } from '../errors.js'
import type { ReadonlySignal } from '../signals.js'
import type { PreparedSend, SendOutcome } from './sending.js'

interface Sender {
  readonly connectorId: string
  readonly provider: unknown
  readonly account: { readonly address: string }
}

/** What of a `SendDraft` says who sends, and where. */
interface Shown {
  readonly connection: Sender & {
    readonly adapter: { readonly connections: ReadonlySignal<readonly (Sender & { readonly caipNetworkId: string })[]> }
  }
  readonly network: { readonly caipNetworkId: string; readonly name: string }
}

/**
 * Throws `CHANGED_MEANWHILE` unless the wallet of a draft is still connected with the account that the visitor saw, on the network they saw.
 * Call it right before the wallet is asked, and again after every wait in between.
 */
export function assertUnchanged({ connection, network }: Shown): void {
  const { adapter, connectorId, provider, account } = connection
  const now = adapter.connections.peek().find((one) => one.connectorId === connectorId)
  const isSame =
    now !== undefined &&
    now.provider === provider &&
    now.account.address === account.address &&
    now.caipNetworkId === network.caipNetworkId
  if (!isSame)
    fail(
      'CHANGED_MEANWHILE',
      `The wallet is no longer on ${network.name} with ${account.address}. Nothing was sent: look at it again.`,
    )
}

/** Makes `PreparedSend.submit` of what asks the wallet: it runs once, and only for the wallet as the visitor saw it. */
export function createSubmit(draft: Shown, send: () => Promise<SendOutcome>): PreparedSend['submit'] {
  let isUsed = false
  return async () => {
    if (isUsed) fail('INVALID_ARGUMENT', 'This transaction was handed to the wallet already. Prepare a new one.')
    isUsed = true
    assertUnchanged(draft)
    return send()
  }
}
