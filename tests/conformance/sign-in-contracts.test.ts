import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { createSiwxServer, formatSignInMessage, type SignInMessage } from '@wallet-modal/siwx/server'
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  http,
  pad,
  parseAbi,
  serializeErc6492Signature,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountContracts } from './contracts-of-accounts.js'

// published development keys of local chains
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const stranger = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const origin = 'https://shop.example'
const caipNetworkId = 'eip155:31337'
const factoryAbi = parseAbi(['function make(address owner, bytes32 salt) returns (address)'])
const code = (of: Address) =>
  concatHex([accountContracts.OwnedAccount, encodeAbiParameters([{ type: 'address' }], [of])])

let sandbox: Sandbox
let rpcUrl = ''
/** Addresses by kind of account. `mute` is a contract without ERC-1271. */
const addresses: Record<string, Address> = { key: owner.address, nobody: zeroAddress }
let factory: Address

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  rpcUrl = `${sandbox.url}/v1/?chainId=${caipNetworkId}&projectId=test`
  const chain = {
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
  const reader = createPublicClient({ chain, transport: http(rpcUrl) })
  const deploy = async (bytes: `0x${string}`): Promise<Address> => {
    const hash = await wallet.sendTransaction({ data: bytes })
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('Nothing was deployed.')
    return getAddress(contractAddress)
  }
  factory = await deploy(accountContracts.AccountFactory)
  addresses.deployed = await deploy(code(owner.address))
  addresses.other = await deploy(code(owner.address))
  const salt = pad('0x01', { size: 32 })
  addresses.undeployed = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: code(owner.address) })
  addresses.mute = factory
})
afterAll(() => sandbox?.stop())

interface SignInAttempt {
  readonly kind: string
  readonly signer?: typeof owner
  /** Kind of account whose message is signed. Default: `kind`. */
  readonly messageOf?: string
  readonly rpcUrls?: readonly string[]
  /** Replaces the signer's own signature. */
  readonly signature?: string
}

/** Signs in as an account's wallet would, and returns the server's answer. */
async function answerTo({
  kind,
  signer = owner,
  messageOf = kind,
  rpcUrls = [rpcUrl],
  ...given
}: SignInAttempt): Promise<string> {
  const server = createSiwxServer({
    origin,
    secrets: ['a secret of a test, long enough for it'],
    networks: [{ caipNetworkId, rpcUrls }],
  })
  const ask = (path: string, body: object, cookie = ''): Promise<Response> =>
    server.handle(
      new Request(`${origin}/api/siwx/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      }),
    )
  const issued = await ask('nonce', {})
  const challenge: Omit<SignInMessage, 'address' | 'caipNetworkId'> = await issued.json()
  const textFor = (name: string): string =>
    formatSignInMessage({ ...challenge, address: addresses[name] ?? '', caipNetworkId })
  const bare = await signer.signMessage({ message: textFor(messageOf) })
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'make',
    args: [owner.address, pad('0x01', { size: 32 })],
  })
  const own = kind === 'undeployed' ? serializeErc6492Signature({ address: factory, data, signature: bare }) : bare
  const { signature = own } = given
  const [cookie = ''] = issued.headers.getSetCookie().map((one) => one.split(';')[0])
  const answer = await ask('verify', { message: textFor(kind), signature }, cookie)
  const { session, error } = await answer.json()
  return session ? `signed in ${session.accountId.split(':').at(-1)}` : error.code
}

describe('E4: sign-in with a key, a deployed or undeployed contract, and a contract without ERC-1271', () => {
  it.each(['key', 'deployed', 'undeployed'])('%s: only its owner can sign in', async (kind) => {
    expect(await answerTo({ kind })).toBe(`signed in ${addresses[kind]}`)
    expect(await answerTo({ kind, signer: stranger })).toBe('BAD_SIGNATURE')
    expect(await answerTo({ kind, messageOf: 'mute' })).toBe('BAD_SIGNATURE')
  })

  it('nobody can sign in with a contract without ERC-1271', async () => {
    for (const one of [{}, { signer: stranger }, { messageOf: 'key' }])
      expect(await answerTo({ kind: 'mute', ...one })).toBe('BAD_SIGNATURE')
  })

  it('a signature for one account is not valid for another account of the same owner', async () => {
    expect(await answerTo({ kind: 'other' })).toBe(`signed in ${addresses.other}`)
    expect(await answerTo({ kind: 'other', messageOf: 'deployed' })).toBe('BAD_SIGNATURE')
    expect(await answerTo({ kind: 'deployed', messageOf: 'other' })).toBe('BAD_SIGNATURE')
  })

  it('nobody can sign in as the zero address with an empty or invalid signature', async () => {
    for (const signature of [`0x${'00'.repeat(64)}1b`, `0x${'00'.repeat(64)}00`, `0x${'ff'.repeat(65)}`, '0x'])
      expect(await answerTo({ kind: 'nobody', signature })).toBe('BAD_SIGNATURE')
  })

  it('an unresponsive node does not prevent requests to a healthy one', async () => {
    const silent = createServer(() => undefined)
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const silentUrl = `http://127.0.0.1:${Object(silent.address()).port}/`
    try {
      expect(await answerTo({ kind: 'deployed', rpcUrls: [silentUrl, rpcUrl] })).toBe(`signed in ${addresses.deployed}`)
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  }, 9_000)

  it('a contract’s signature is BAD_SIGNATURE without any node, and NOT_VERIFIABLE if no node answers', async () => {
    expect(await answerTo({ kind: 'deployed', rpcUrls: [] })).toBe('BAD_SIGNATURE')
    expect(await answerTo({ kind: 'deployed', rpcUrls: ['http://127.0.0.1:1/'] })).toBe('NOT_VERIFIABLE')
    const elsewhere = rpcUrl.replace(caipNetworkId, 'eip155:31338')
    expect(await answerTo({ kind: 'deployed', rpcUrls: [elsewhere] })).toBe('NOT_VERIFIABLE')
    expect(await answerTo({ kind: 'key', rpcUrls: ['http://127.0.0.1:1/'] })).toBe(`signed in ${owner.address}`)
  })

  it('a node that answers only eth_chainId gives NOT_VERIFIABLE, unless another node of the chain answers', async () => {
    const half = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      const { id, method } = JSON.parse(body)
      const isKnown = method === 'eth_chainId'
      response.writeHead(isKnown ? 200 : 503, { 'content-type': 'application/json' })
      response.end(isKnown ? JSON.stringify({ jsonrpc: '2.0', id, result: '0x7a69' }) : '')
    })
    half.listen(0, '127.0.0.1')
    await once(half, 'listening')
    const halfUrl = `http://127.0.0.1:${Object(half.address()).port}/`
    const elsewhere = rpcUrl.replace(caipNetworkId, 'eip155:31338')
    try {
      for (const [rpcUrls, answer] of [
        [[halfUrl], 'NOT_VERIFIABLE'],
        [[halfUrl, elsewhere], 'NOT_VERIFIABLE'],
        [[halfUrl, rpcUrl], `signed in ${addresses.deployed}`],
      ] as const) {
        expect(await answerTo({ kind: 'deployed', rpcUrls })).toBe(answer)
      }
    } finally {
      half.close()
    }
  })
})
