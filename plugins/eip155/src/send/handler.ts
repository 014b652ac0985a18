import { type Context, type SendHandler, WalletModalError } from '@wallet-modal/kernel'
import { takesCalls } from './calls.js'
import { createChain } from './chain.js'
import { limitOf } from './funds.js'
import { readEthereumLink } from './link.js'
import { prepareSend } from './prepare.js'
import { inspectReceiver } from './receiver.js'
import { type Nonces, statusOf } from './status.js'
import { contractOf } from './token.js'
import type { createWalletAccess } from './wallet-access.js'

/** What {@link SendHandler} asks for that is not known at once. */
export function createSending(
  ctx: Context,
  wallets: ReturnType<typeof createWalletAccess>,
): Pick<Required<SendHandler>, 'readLink' | 'inspectReceiver' | 'limit' | 'prepare' | 'status'> {
  const nonces: Nonces = new Map()
  return {
    readLink: async (text, network) => readEthereumLink(text, network),
    inspectReceiver: (text, draft, signal) =>
      inspectReceiver(text, draft, createChain(ctx, draft.network.caipNetworkId, signal)),
    async limit({ connection, network, token, receiver, speed = 'standard' }, signal) {
      const known = contractOf(token)
      if (!known) throw new WalletModalError('INVALID_ARGUMENT', 'This token cannot be sent on this network.')
      const from = connection.account.address
      const ask = wallets.of(connection.provider)
      const isSmart = ask !== undefined && (await takesCalls(ask, from, network.reference))
      const chain = createChain(ctx, network.caipNetworkId, signal)
      return limitOf(chain, { ...known, from, receiver: receiver ?? from, speed, isSmart })
    },
    async prepare(draft, signal) {
      const ask = wallets.of(draft.connection.provider)
      if (!ask) throw new WalletModalError('NOT_CONNECTED', 'The wallet is no longer connected.')
      return prepareSend({ ctx, ask, found: ({ hash, nonce }) => nonces.set(hash, nonce) }, draft, signal)
    },
    status: (sent, signal) => statusOf(sent, createChain(ctx, sent.caipNetworkId, signal), nonces),
  }
}
