import type { NamespaceDriver } from '@wallet-modal/kernel'
import { historySources, invalidReply, sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { walletAddressOf } from './accounts.js'
import { parseAddress } from './address.js'
import { parseAssetNumber } from './assets/asset-id.js'
import { createBalance } from './balance.js'
import type { ChainContext } from './chain-context.js'
import { addressForm } from './chains.js'
import type { InjectedExtension } from './contract.js'
import { cannotSign, isRejection } from './errors.js'
import { parseExtension, toHex } from './extension.js'
import { createExtensionSessions } from './extension-sessions.js'
import { createSendHandler } from './send/handler.js'

/** Driver for extensions (extension-dapp). They have no active network: the site's choice determines the address format. */
export function createDriver(chains: ChainContext): NamespaceDriver<InjectedExtension> {
  const { ctx, options, apis } = chains
  const sessions = createExtensionSessions(chains)
  ctx.add(sendHandlers, createSendHandler(chains))
  ctx.add(historySources, {
    namespace: 'polkadot',
    isFallback: true,
    page: async (request) => (await import('./history/source.js')).readPage(chains, request),
  })
  ctx.add(tokenSources, {
    namespace: 'polkadot',
    assetNamespace: 'asset',
    parseTokenAddress: parseAssetNumber,
    tokens: async (request) =>
      addressForm(request.network.caipNetworkId, options) === 'h160'
        ? []
        : (await import('./assets/tokens.js')).readTokens(ctx, apis, request),
  })
  return {
    namespace: 'polkadot',
    isUnordered: true,
    parseProvider: parseExtension,
    isRejection,
    // `extension` is already authorized: it is the result of `enable`, which the connector has called
    connect: async (extension, { caipNetworkId }) => sessions.connect(extension, caipNetworkId),
    watch: sessions.watch,
    switchNetwork: async (extension, network) => sessions.switchNetwork(extension, network),
    async signMessage(extension, account, message) {
      const { signer, name } = extension
      if (typeof signer.signRaw !== 'function') throw cannotSign(name)
      const address = walletAddressOf(sessions.accounts(extension), account)
      const answer: unknown = await signer.signRaw({ address, data: toHex(message), type: 'bytes' })
      const { signature }: { signature?: unknown } = Object(answer)
      if (typeof signature === 'string' && /^0x([\da-f]{2}){64,66}$/i.test(signature)) return signature
      throw invalidReply('signRaw', 'a signature')
    },
    balance: createBalance(ctx, apis),
    async parseAddress(text) {
      const connection = ctx.connections.all.peek().find((one) => one.isActive && one.namespace === 'polkadot')
      const { caipNetworkId, name } = sessions.network(connection && parseExtension(connection.provider))
      return parseAddress(text, { name, form: addressForm(caipNetworkId, options) })
    },
  }
}
