import type { NamespaceDriver } from '@wallet-modal/kernel'
import { historySources, sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { parsePolkadotAddress } from './address.js'
import { readBalance } from './assets/balance.js'
import { createTokenSource } from './assets/source.js'
import type { ChainContext } from './chain-context.js'
import { addressForm } from './chains.js'
import type { InjectedExtension } from './contract.js'
import { isRejection } from './errors.js'
import { createHistorySource } from './history/source.js'
import { createSendHandler } from './send/handler.js'
import { walletAddressOf } from './wallets/accounts.js'
import { createExtensionSessions } from './wallets/extension-sessions.js'
import { parseProvider } from './wallets/parse-provider.js'
import { signMessage } from './wallets/sign-message.js'

/** Driver for extensions (extension-dapp). Extensions have no active network, so the network selected on the site determines the address format. */
export function createDriver(chains: ChainContext): NamespaceDriver<InjectedExtension> {
  const { ctx, options } = chains
  const sessions = createExtensionSessions(chains)
  ctx.add(sendHandlers, createSendHandler(chains))
  ctx.add(historySources, createHistorySource(chains))
  ctx.add(tokenSources, createTokenSource(chains))
  return {
    namespace: 'polkadot',
    isUnordered: true,
    parseProvider,
    isRejection,
    // `extension` is already authorized: it is the result of `enable`, which the connector has called
    connect: async (extension, { caipNetworkId }) => sessions.connect(extension, caipNetworkId),
    watch: sessions.watch,
    switchNetwork: async (extension, network) => sessions.switchNetwork(extension, network),
    signMessage: async (extension, account, message) =>
      signMessage(extension, walletAddressOf(sessions.accounts(extension), account), message),
    balance: (account, network, signal) => readBalance(chains, account, network, signal),
    async parseAddress(text) {
      const connection = ctx.connections.all.peek().find((one) => one.isActive && one.namespace === 'polkadot')
      const { caipNetworkId, name } = sessions.network(connection && parseProvider(connection.provider))
      return parsePolkadotAddress(text, { name, form: addressForm(caipNetworkId, options) })
    },
  }
}
