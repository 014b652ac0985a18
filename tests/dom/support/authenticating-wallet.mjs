import { createInterface } from 'node:readline'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/**
 * A wallet in its own process, built with WalletConnect's wallet-side library. It signs in and connects with one approval
 * (`wc_sessionAuthenticate`). Arguments: the relay's URL, the networks, and `approve`, `reject` or `forge` (signs with the key of another account).
 * Each line of stdin is a pairing URI; each line of stdout is JSON.
 */
const [relayUrl = '', chains = '', behaviour = 'approve'] = process.argv.slice(2)
// disables the telemetry of the library
Reflect.set(process.env, 'IS_VITEST', 'true')

const account = privateKeyToAccount(generatePrivateKey())
const signer = behaviour === 'forge' ? privateKeyToAccount(generatePrivateKey()) : account
/** @param {object} line */
const writeLine = (line) => console.log(JSON.stringify(line))

const core = new Core({
  projectId: 'wallet',
  relayUrl,
  telemetryEnabled: false,
  logger: 'silent',
  storageOptions: { database: ':memory:' },
})
const metadata = { name: 'One Click', description: 'A wallet for tests', url: 'https://one-click.test', icons: [] }
const kit = await WalletKit.init({
  core: /** @type {import('@reown/walletkit').WalletKitTypes.Options['core']} */ (core),
  metadata,
})

kit.on('session_authenticate', async ({ id, params: { authPayload } }) => {
  if (behaviour === 'reject') return kit.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') })
  const request = populateAuthPayload({
    authPayload,
    chains: chains.split(','),
    methods: ['personal_sign', 'eth_sendTransaction'],
  })
  const iss = `did:pkh:${request.chains[0]}:${account.address}`
  const message = kit.formatAuthMessage({ request, iss })
  const signature = await signer.signMessage({ message })
  writeLine({ signed: message })
  const auth = buildAuthObject(request, { t: 'eip191', s: signature }, iss)
  await kit.approveSessionAuthenticate({ id, auths: [auth] }).catch((error) => writeLine({ error: String(error) }))
})
kit.on('session_request', ({ topic, id, params }) => {
  writeLine({ asked: params.request.method })
  void kit.respondSessionRequest({
    topic,
    response: { id, jsonrpc: '2.0', error: getSdkError('USER_REJECTED') },
  })
})
createInterface({ input: process.stdin }).on('line', (uri) => void kit.pair({ uri }))
writeLine({ address: account.address })
