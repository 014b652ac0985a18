// @vitest-environment happy-dom
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as wagmi from '@wagmi/core'
import { account } from '@wallet-modal/account'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import type { Eip1193Provider } from '@wallet-modal/eip155/contract'
import { walletModal } from '@wallet-modal/eip155/wagmi'
import { type Connector, connectors, createWalletModal, definePlugin, type WalletModal } from '@wallet-modal/kernel'
import { developmentAccounts } from '@wallet-modal/sandbox/server'
import { BrowserProvider, parseEther, verifyMessage } from 'ethers'
import { createWalletClient, custom, defineChain, http, parseEther as toWei, verifyMessage as verifyByViem } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { repository } from '../setup/workspaces.mjs'

/** Sends a POST request without a browser's rules for other origins. */
const post = (url: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
    request.end(body)
  })

/** A wallet that signs with the node's unlocked accounts and approves every request. */
class NodeWallet implements Eip1193Provider {
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>()
  accounts = developmentAccounts.slice(0, 2)
  reference = '31337'
  isPermitted = false

  async request({ method, params = [] }: { method: string; params?: readonly unknown[] | object }): Promise<unknown> {
    if (method === 'eth_requestAccounts') this.isPermitted = true
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return this.isPermitted ? this.accounts : []
    if (method === 'wallet_revokePermissions') {
      this.isPermitted = false
      return null
    }
    if (method === 'wallet_switchEthereumChain') {
      const [{ chainId }] = params as [{ chainId: string }]
      this.reference = String(Number(chainId))
      this.tell('chainChanged', chainId)
      return null
    }
    // EIP-5792, which the node itself does not support
    if (method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
    const url = `${sandbox.url}/v1/?chainId=eip155:${this.reference}&projectId=test`
    const answer = JSON.parse(await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
    return answer.result
  }
  on(event: string, listener: (payload: unknown) => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }
  removeListener(event: string, listener: (payload: unknown) => void): void {
    this.#listeners.get(event)?.delete(listener)
  }
  tell(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload)
  }
}

const chain = (reference: string) => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name: `Chain ${reference}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [`${sandbox.url}/v1/?chainId=eip155:${reference}&projectId=test`],
})
let server: ChildProcess
let sandbox: { readonly url: string }
let wallet: NodeWallet
let connector: Connector
const modals: WalletModal[] = []

beforeAll(async () => {
  // a separate process, since this one has a browser's globals
  server = spawn(process.execPath, [join(repository, 'plugins/sandbox/dist/server/bin.js'), '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!server.stdout) throw new Error('no output')
  const [line] = await once(createInterface(server.stdout), 'line')
  sandbox = JSON.parse(String(line))
})
afterEach(() => {
  for (const modal of modals.splice(0)) modal.dispose()
  localStorage.clear()
})
afterAll(async () => {
  server.kill('SIGINT')
  await once(server, 'exit')
})

function makeModal(): WalletModal {
  wallet = new NodeWallet()
  const provider = wallet
  connector = { id: 'node', name: 'Node', type: 'EXTERNAL', namespaces: ['eip155'], provider: async () => provider }
  const offer = definePlugin({
    name: 'offer',
    kernel: '^0.1',
    setup(ctx) {
      ctx.add(connectors, connector)
    },
  })
  const modal = createWalletModal({
    plugins: [eip155(), connect(), account(), offer()],
    networks: [chain('31337'), chain('31338')],
    prefetch: 'never',
    logLevel: 'silent',
  })
  modals.push(modal)
  return modal
}
const [mine = '', other = '', receiver = ''] = developmentAccounts

/** Connects, and returns the provider that a site gets from the modal. */
async function connectProvider(modal: WalletModal): Promise<Eip1193Provider> {
  await modal.connections.connect(connector)
  const { provider } = modal.connections.active.peek() ?? {}
  expect(provider).toBe(wallet)
  return wallet
}
const balanceOf = async (address: string): Promise<bigint> => {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }
  const url = `${sandbox.url}/v1/?chainId=eip155:31337&projectId=test`
  return BigInt(JSON.parse(await post(url, JSON.stringify(body))).result)
}

test('ethers signs, sends and switches networks with the unmodified provider', async () => {
  const modal = makeModal()
  const provider = new BrowserProvider(await connectProvider(modal), 'any')
  const signer = await provider.getSigner()
  expect(await signer.getAddress()).toBe(mine)
  expect(verifyMessage('hello', await signer.signMessage('hello'))).toBe(mine)
  const before = await balanceOf(receiver)
  const sent = await signer.sendTransaction({ to: receiver, value: parseEther('0.25') })
  expect((await sent.wait())?.status).toBe(1)
  expect((await balanceOf(receiver)) - before).toBe(toWei('0.25'))
  await provider.send('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
  expect(modal.connections.active.peek()?.caipNetworkId).toBe('eip155:31338')
})

test('viem signs and reads EIP-5792 capabilities with the unmodified provider', async () => {
  const provider = await connectProvider(makeModal())
  const client = createWalletClient({ transport: custom(provider) })
  const [from] = await client.getAddresses()
  expect(from).toBe(mine)
  if (!from) throw new Error('no account')
  const signature = await client.signMessage({ account: from, message: 'hello' })
  expect(await verifyByViem({ address: from, message: 'hello', signature })).toBe(true)
  expect(await client.getCapabilities({ account: from })).toEqual({ 31337: { atomic: { status: 'supported' } } })
})

const local = (id: number) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`${sandbox.url}/v1/?chainId=eip155:${id}&projectId=test`] } },
  })
function wagmiOf(modal: WalletModal) {
  return wagmi.createConfig({
    chains: [local(31337), local(31338)],
    connectors: [walletModal(modal)],
    transports: { 31337: http(), 31338: http() },
    multiInjectedProviderDiscovery: false,
    storage: wagmi.createStorage({ storage: localStorage }),
  })
}
const first = (config: wagmi.Config): wagmi.Connector => {
  const [found] = config.connectors
  if (!found) throw new Error('no connector')
  return found
}

test('wagmi connects through the modal, signs, switches networks, and follows changes in the modal', async () => {
  const modal = makeModal()
  const config = wagmiOf(modal)
  const connecting = wagmi.connect(config, { connector: first(config) })
  await vi.waitFor(() => expect(modal.isOpen.peek()).toBe(true))
  await modal.connections.connect(connector)
  modal.close()
  expect(await connecting).toMatchObject({ accounts: [mine, other], chainId: 31337 })

  const signature = await wagmi.signMessage(config, { message: 'hello' })
  expect(verifyMessage('hello', signature)).toBe(mine)
  await wagmi.switchChain(config, { chainId: 31338 })
  expect(modal.connections.active.peek()?.caipNetworkId).toBe('eip155:31338')
  await modal.switchNetwork('eip155:31337')
  expect(wagmi.getConnection(config).chainId).toBe(31337)
  modal.connections.adapter('eip155').switchAccount(other)
  expect(wagmi.getConnection(config).address).toBe(other)
  await modal.disconnect()
  await vi.waitFor(() => expect(wagmi.getConnection(config).status).toBe('disconnected'))
})

test('wagmi gets code 4001 if the visitor closes the modal, and follows a connection made without wagmi', async () => {
  const modal = makeModal()
  const config = wagmiOf(modal)
  const connecting = wagmi.connect(config, { connector: first(config) })
  const refused = expect(connecting).rejects.toMatchObject({ code: 4001 })
  await vi.waitFor(() => expect(modal.isOpen.peek()).toBe(true))
  modal.close()
  await refused
  await modal.connections.connect(connector)
  await vi.waitFor(() => expect(wagmi.getConnection(config)).toMatchObject({ status: 'connected', address: mine }))
  await wagmi.disconnect(config)
  expect(modal.connections.status.peek()).toBe('disconnected')
})

test('wagmi reconnects to the modal’s connection without opening the modal', async () => {
  const before = makeModal()
  const config = wagmiOf(before)
  await before.connections.connect(connector)
  await vi.waitFor(() => expect(wagmi.getConnection(config).status).toBe('connected'))
  expect(await wagmi.reconnect(config)).toHaveLength(1)
  expect(before.isOpen.peek()).toBe(false)
})
