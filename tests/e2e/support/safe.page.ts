import { createWalletClient, custom, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'

/**
 * A page that embeds an app in the way Safe's web app does: the page implements the Safe Apps protocol over postMessage. A development account of the
 * sandbox's chain replaces the Safe's contract. `?app=` is the URL of the app, `?rpc=` that of the node, and `?mode=` the behaviour.
 */
const query = new URLSearchParams(location.search)
const appUrl = new URL(query.get('app') ?? '')
const rpcUrl = query.get('rpc') ?? ''
const mode = query.get('mode') ?? 'safe'

const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const wallet = createWalletClient({
  account,
  chain: anvil,
  transport: http(rpcUrl, { fetchOptions: { headers: { 'Content-Type': 'text/plain' } } }),
}).extend(publicActions)

interface Question {
  readonly id: string
  readonly method: string
  readonly params?: unknown
}

const heard: string[] = []
Object.assign(window, { heard })

const sent = new Map<string, Hex>()

async function answer({ method, params }: Question): Promise<unknown> {
  const given: {
    call?: string
    params?: unknown[]
    message?: string
    txs?: { to: Hex; value: string; data: Hex }[]
    safeTxHash?: string
  } = Object(params)
  switch (method) {
    case 'getSafeInfo':
      return {
        safeAddress: account.address,
        chainId: anvil.id,
        threshold: 1,
        owners: [account.address],
        isReadOnly: false,
      }
    case 'rpcCall':
      return custom({ request: ({ method: name, params: list }) => wallet.request({ method: name, params: list }) })({
        retryCount: 0,
      }).request({ method: String(given.call), params: given.params } as never)
    case 'signMessage':
      if (mode === 'waiting') return { messageHash: `0x${'11'.repeat(32)}` }
      return { signature: await account.signMessage({ message: { raw: String(given.message) as Hex } }) }
    case 'sendTransactions': {
      if (mode === 'declining') throw new Error('Transaction was rejected')
      const safeTxHash = `0x${crypto.getRandomValues(new Uint8Array(32)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')}`
      for (const { to, value, data } of given.txs ?? [])
        sent.set(safeTxHash, await wallet.sendTransaction({ to, value: BigInt(value), data }))
      return { safeTxHash }
    }
    case 'getTxBySafeTxHash':
      return { txHash: sent.get(String(given.safeTxHash)), txStatus: 'SUCCESS' }
    default:
      throw new Error(`"${method}" is not known here`)
  }
}

addEventListener('message', async ({ source, origin, data }: MessageEvent<Question>) => {
  if (origin !== appUrl.origin || typeof data?.method !== 'string') return
  heard.push(data.method)
  const version = '1.18.0'
  const reply = await answer(data).then(
    (result) => ({ id: data.id, success: true, version, data: result }),
    (error: unknown) => ({ id: data.id, success: false, version, error: error instanceof Error ? error.message : '' }),
  )
  if (mode !== 'silent') source?.postMessage(reply, { targetOrigin: origin })
})

const frame = document.createElement('iframe')
frame.src = appUrl.href
frame.width = '1000'
frame.height = '700'
document.body.append(frame)
if (mode === 'lying') {
  // unsolicited replies
  setInterval(() => {
    const info = { safeAddress: account.address, chainId: 31337, threshold: 1, owners: [], isReadOnly: false }
    for (const id of ['1', ...heard])
      frame.contentWindow?.postMessage({ id, success: true, version: '1.18.0', data: info }, '*')
  }, 50)
}
