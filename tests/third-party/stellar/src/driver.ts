import type { Context, NamespaceDriver } from '@wallet-modal/kernel'
import { sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { parseAddress } from './address.js'
import { createBalance } from './balance.js'
import type { StellarWallet } from './contract.js'
import { cannotSwitch, isRejection } from './errors.js'
import { createSendHandler } from './send/handler.js'
import { createTokenSource } from './tokens.js'
import { parseAccount, parseAllowed, parseNetworkId, parseSignature, parseWallet, passphraseOf } from './wallet.js'

/** Driver for wallets of SEP-43. The kernel handles states, silent reconnects and events. */
export function createDriver(ctx: Context): NamespaceDriver<StellarWallet> {
  ctx.add(tokenSources, createTokenSource(ctx))
  ctx.add(sendHandlers, createSendHandler(ctx))
  return {
    namespace: 'stellar',
    parseProvider: parseWallet,
    isRejection,
    async connect(wallet, { silent }) {
      if (silent && !parseAllowed(await wallet.isAllowed())) return null
      const account = parseAccount(await wallet.getAddress())
      return { accounts: [account], caipNetworkId: parseNetworkId(await wallet.getNetwork()) }
    },
    watch(wallet, listener) {
      const update = async (): Promise<void> => {
        if (!parseAllowed(await wallet.isAllowed())) return listener.disconnected()
        listener.accounts([parseAccount(await wallet.getAddress())])
        listener.network(parseNetworkId(await wallet.getNetwork()))
      }
      const stop: unknown = wallet.watch?.(() => void update().catch((error: unknown) => ctx.log.warn(error)))
      return () => {
        if (typeof stop === 'function') stop()
      }
    },
    switchNetwork: (_, network) => Promise.reject(cannotSwitch(network)),
    async signMessage(wallet, { address }, message) {
      const now = ctx.connections.adapter('stellar').state.peek()
      const networkPassphrase = passphraseOf(now.status === 'connected' ? now.caipNetworkId : '')
      return parseSignature(await wallet.signMessage(message, { address, networkPassphrase }), address)
    },
    balance: createBalance(ctx),
    parseAddress: async (text) => parseAddress(text),
  }
}
