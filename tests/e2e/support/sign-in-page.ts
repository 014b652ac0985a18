import type { Network } from '@wallet-modal/kernel'
import { createSiwxServer, type SiwxServer } from '@wallet-modal/siwx/server'
import bitcoin from '../../../plugins/bip122/networks.json' with { type: 'json' }
import polkadots from '../../../plugins/polkadot/networks.json' with { type: 'json' }
import solanas from '../../../plugins/solana/networks.json' with { type: 'json' }
import { localNetworks } from './local-networks.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

/** A served site and its sign-in server, which the test can also call directly. */
export interface SignInSite extends ServedSite {
  readonly server: SiwxServer
  /** Last path segment of each request to the server. */
  readonly asked: string[]
}

const regtestReference = '0f9188f13cb7b2c71f2a335e3a4fc328'
const regtest = {
  ...bitcoin[0],
  caipNetworkId: `bip122:${regtestReference}`,
  reference: regtestReference,
  name: 'Bitcoin Regtest',
}

/** Networks of the page and its server. Only the EVM networks have RPC URLs, which are those of the sandbox. */
export const signInNetworks = (sandboxUrl: string): readonly Network[] =>
  [
    ...localNetworks(sandboxUrl),
    ...[solanas[0], polkadots[0], regtest].map((network) => ({ ...network, rpcUrls: [] })),
  ] as readonly Network[]

interface SignInPlan {
  readonly sandboxUrl: string
  /** Default: true. */
  readonly required?: boolean
}

/** A production build of a page with sign-in and its own server. `window.signInModal` is its modal. */
export async function serveSignIn({ sandboxUrl, required = true }: SignInPlan): Promise<SignInSite> {
  const networks = signInNetworks(sandboxUrl)
  const asked: string[] = []
  let server: SiwxServer | undefined
  const served = await servePage({
    services: [sandboxUrl],
    body: '<button id="open">Connect wallet</button>',
    api(origin) {
      const made = createSiwxServer({
        origin,
        secrets: ['a secret of these tests, which is long enough'],
        networks,
        statement: 'Welcome to the plain page.',
      })
      server = made
      return (request) => {
        asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
        return made.handle(request)
      }
    },
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { bip122 } from '@wallet-modal/bip122'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { polkadot } from '@wallet-modal/polkadot'
      import { siwx } from '@wallet-modal/siwx'
      import { solana } from '@wallet-modal/solana'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(networks)},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), solana(), polkadot(), bip122(), connect(), account(), siwx({ required: ${required} })],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { signInModal: modal, signIn: modal.use(siwx) })`,
  })
  if (!server) throw new Error('The site has no server.')
  return { ...served, server, asked }
}
