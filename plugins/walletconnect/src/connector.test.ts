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
const relayOfAnother = definePlugin({
  name: 'relay',
  kernel: '^0.1',
  setup(ctx) {
    ctx.add(endpoints, { service: 'relay', url: 'ws://127.0.0.1:1' })
  },
})

/** The wallet list's row, if there is one. */
function offered(
  config: Omit<WalletModalConfig, 'plugins'>,
  plugins: WalletModalConfig['plugins'],
): string | undefined {
  using modal = createWalletModal({ id: 'offered', logLevel: 'silent', prefetch: 'never', ...config, plugins })
  return modal.use(walletconnect)?.connector.peek()?.id
}

test('is offered where there is a relay to pair over, and not where there is none', () => {
  expect(offered({ networks }, [walletconnect()])).toBeUndefined()
  expect(offered({ networks, projectId: 'id' }, [walletconnect()])).toBe('walletConnect')
  expect(offered({ networks }, [walletconnect({ projectId: 'id' })])).toBe('walletConnect')
  expect(offered({ networks }, [walletconnect({ relayUrl: 'wss://relay.example' })])).toBe('walletConnect')
  expect(offered({ networks }, [walletconnect(), relayOfAnother()])).toBe('walletConnect')
  expect(offered({ projectId: 'id' }, [walletconnect()])).toBeUndefined()
})
