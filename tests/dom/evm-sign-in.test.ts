// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { eip155 } from '@wallet-modal/eip155'
import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { siwx } from '@wallet-modal/siwx'
import { createSiwxServer, type SiwxServer } from '@wallet-modal/siwx/server'
import { announceProvider, type EIP1193Provider } from 'mipd'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerRequests, holdNonce, type PageRequests } from './support/sign-in-server.js'

const networks = [1, 137].map((reference) => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference: String(reference),
  name: `Chain ${reference}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}))

/** How a wallet answers `wallet_connect` (ERC-7846). */
type Behaviour = 'signs' | 'connectsOnly' | 'forges' | 'rejects' | 'unknown' | 'nonsense'

let modal: WalletModal
let server: SiwxServer
let page: PageRequests

function createWallet(behaviour: Behaviour) {
  const account = privateKeyToAccount(generatePrivateKey())
  const stranger = privateKeyToAccount(generatePrivateKey())
  const prompts: string[] = []
  let chain = '0x89'
  const failure = (code: number): Error => Object.assign(new Error(`Code ${code}`), { code })
  const connect = async (fields: Record<string, string>) => {
    if (behaviour === 'unknown') throw failure(4200)
    prompts.push('wallet_connect')
    if (behaviour === 'rejects') throw failure(4001)
    if (behaviour === 'nonsense') return { accounts: 'none' }
    if (behaviour === 'connectsOnly') return { accounts: [{ address: account.address, capabilities: {} }] }
    const { chainId = '', domain = '', nonce = '', uri = '', statement, issuedAt = '', expirationTime = '' } = fields
    const message = createSiweMessage({
      ...{ address: account.address, chainId: Number(chainId), domain, nonce, uri, version: '1' },
      ...(statement !== undefined && { statement }),
      ...{ issuedAt: new Date(issuedAt), expirationTime: new Date(expirationTime) },
    })
    const signature = await (behaviour === 'forges' ? stranger : account).signMessage({ message })
    return { accounts: [{ address: account.address, capabilities: { signInWithEthereum: { message, signature } } }] }
  }
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
      if (method === 'eth_chainId') return chain
      if (method === 'eth_accounts') return []
      if (method === 'wallet_connect') return connect(Object(params[0]).capabilities.signInWithEthereum)
      prompts.push(method)
      if (method === 'wallet_switchEthereumChain') {
        chain = Object(params[0]).chainId
        return null
      }
      if (method === 'eth_requestAccounts') return [account.address]
      if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
      throw failure(4200)
    },
  }
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Zephyr',
    rdns: 'test.zephyr',
    icon: 'data:image/png;base64,',
  } as const
  const stop = announceProvider({ info, provider: provider as unknown as EIP1193Provider })
  return { address: account.address, prompts, stop, setChain: (next: string) => (chain = next) }
}
type Wallet = ReturnType<typeof createWallet>
let wallet: Wallet

function start(behaviour: Behaviour): void {
  localStorage.clear()
  const secrets = ['a secret of a test, long enough for it']
  server = createSiwxServer({ origin: location.origin, secrets, networks, statement: 'I accept the terms of the shop' })
  page = answerRequests(server)
  wallet = createWallet(behaviour)
  modal = createWalletModal({
    prefetch: 'never',
    logLevel: 'silent',
    metadata: { name: 'DesktopModal', url: location.origin },
    networks,
    plugins: [eip155(), siwx()],
  })
}
afterEach(() => {
  modal.dispose()
  wallet.stop?.()
  vi.unstubAllGlobals()
})

async function connect(caipNetworkId?: string, signal?: AbortSignal): Promise<string> {
  const adapter = modal.connections.adapter('eip155')
  await adapter.discover()
  const find = () => adapter.connectors.peek().find(({ name }) => name === 'Zephyr')
  await expect.poll(find).toBeDefined()
  const connector = find() ?? expect.fail('The wallet is not listed.')
  const options = { ...(caipNetworkId && { caipNetworkId }), ...(signal && { signal }) }
  return (await adapter.connect(connector, options)).status
}
const output = () => modal.use(siwx) ?? expect.fail('The plugin is off.')
const sessions = async () => (await server.readSessions(page.cookieHeader())).map(({ accountId }) => accountId)

describe('ERC-7846: an EVM wallet with signInWithEthereum', () => {
  it('connects and signs in with one approval, on its active network', async () => {
    start('signs')
    expect(await connect()).toBe('connected')
    await expect.poll(() => output().accountSession.peek()).toBe('valid')
    expect(await sessions()).toEqual([`eip155:137:${wallet.address}`])
    expect(wallet.prompts).toEqual(['wallet_connect'])
    expect(modal.connections.active.peek()).toMatchObject({
      caipNetworkId: 'eip155:137',
      account: { address: wallet.address },
    })
  })

  it('signs in on a network of the site if the site does not have the active network of the wallet', async () => {
    start('signs')
    wallet.setChain('0xa')
    expect(await connect()).toBe('connected')
    expect([await sessions(), wallet.prompts]).toEqual([[`eip155:1:${wallet.address}`], ['wallet_connect']])
  })

  it.each([
    ['with one approval if it is on the requested network', 'eip155:137', ['wallet_connect']],
    [
      'once, after the switch to the requested network',
      'eip155:1',
      ['eth_requestAccounts', 'wallet_switchEthereumChain', 'personal_sign'],
    ],
  ])('signs in %s', async (_, network, prompts) => {
    start('signs')
    expect(await connect(network)).toBe('connected')
    if (network === 'eip155:1') {
      await expect.poll(() => output().state.peek().status).toBe('needed')
      await output().sign()
    }
    await expect.poll(() => output().accountSession.peek()).toBe('valid')
    expect([await sessions(), wallet.prompts]).toEqual([[`${network}:${wallet.address}`], prompts])
  })

  it('does not connect if the visitor rejects, and gets no second request', async () => {
    start('rejects')
    expect(await connect()).toBe('rejected')
    expect([modal.connections.all.peek().length, await sessions(), wallet.prompts]).toEqual([0, [], ['wallet_connect']])
  })

  it('connects without signing in if it returns no signature, and signing in is still needed', async () => {
    start('connectsOnly')
    expect(await connect()).toBe('connected')
    await expect.poll(() => output().state.peek().status).toBe('needed')
    expect([await sessions(), wallet.prompts]).toEqual([[], ['wallet_connect']])
  })

  it('connects but does not sign in with a signature of another key', async () => {
    start('forges')
    expect(await connect()).toBe('connected')
    await expect.poll(() => output().state.peek().status).toBe('needed')
    expect(await sessions()).toEqual([])
  })

  it.each([
    ['is not supported', 'unknown', []],
    ['returns an invalid result', 'nonsense', ['wallet_connect']],
  ] as const)('connects, then signs in with personal_sign, if wallet_connect %s', async (_, how, prompts) => {
    start(how)
    expect(await connect()).toBe('connected')
    await expect.poll(() => output().state.peek().status).toBe('needed')
    await output().sign()
    expect(await sessions()).toEqual([`eip155:137:${wallet.address}`])
    expect(wallet.prompts).toEqual([...prompts, 'eth_requestAccounts', 'personal_sign'])
  })

  it('does not prompt if the visitor cancels before the server has sent the sign-in request', async () => {
    start('signs')
    const controller = new AbortController()
    const { isRequested, release } = holdNonce()
    const outcome = connect(undefined, controller.signal)
    await expect.poll(isRequested).toBe(true)
    controller.abort()
    release()
    expect(await outcome).toBe('superseded')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(wallet.prompts).toEqual([])
  })
})
