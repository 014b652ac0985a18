import { createWalletModal, definePlugin, endpoints, type WalletModalConfig } from '@wallet-modal/kernel'
import { expect, test } from 'vitest'
import { walletconnect } from './index.js'

const networks = [
  {
    caipNetworkId: 'eip155:1',
    namespace: 'eip155',
    reference: '1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
]
const relayOfOtherPlugin = definePlugin({
  name: 'relay',
  kernel: '^0.1',
  setup(ctx) {
    ctx.add(endpoints, { service: 'relay', url: 'ws://127.0.0.1:1' })
  },
})

/** Id of the WalletConnect connector, if it is offered. */
function offered(
  config: Omit<WalletModalConfig, 'plugins'>,
  plugins: WalletModalConfig['plugins'],
): string | undefined {
  using modal = createWalletModal({ id: 'offered', logLevel: 'silent', prefetch: 'never', ...config, plugins })
  return modal.use(walletconnect)?.connector.peek()?.id
}

test('the connector is offered only if there are networks and a project id or a relay', () => {
  expect(offered({ networks }, [walletconnect()])).toBeUndefined()
  expect(offered({ networks, projectId: 'id' }, [walletconnect()])).toBe('walletConnect')
  expect(offered({ networks }, [walletconnect({ projectId: 'id' })])).toBe('walletConnect')
  expect(offered({ networks }, [walletconnect({ relayUrl: 'wss://relay.example' })])).toBe('walletConnect')
  expect(offered({ networks }, [walletconnect(), relayOfOtherPlugin()])).toBe('walletConnect')
  expect(offered({ projectId: 'id' }, [walletconnect()])).toBeUndefined()
})
