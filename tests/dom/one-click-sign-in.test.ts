// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eip155 } from '@wallet-modal/eip155'
import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { siwx } from '@wallet-modal/siwx'
import { type SignInRecord, signedIn } from '@wallet-modal/siwx/contract'
import { createSiwxServer, type SiwxServer } from '@wallet-modal/siwx/server'
import { walletconnect } from '@wallet-modal/walletconnect'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startPhone } from '../../plugins/walletconnect/src/phone.test.fixtures.js'
import { type RunningRelay, startRelay } from '../e2e/support/relay.js'
import { answerRequests, type PageRequests } from './support/sign-in-server.js'

const CHAIN = 'eip155:31337'
const networks = [
  {
    caipNetworkId: CHAIN,
    namespace: 'eip155',
    reference: '31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
]
const statement = 'I accept the terms of the shop: https://shop.example/terms'

let relay: RunningRelay
let modal: WalletModal
let server: SiwxServer
let wallet: ChildProcess | undefined
let walletReports: Record<string, string>[] = []
let page: PageRequests

beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay?.stop())

const lineOf = (name: string): string | undefined => walletReports.find((line) => name in line)?.[name]

/** Starts the wallet's process and returns its address. */
async function startWallet(behaviour: 'approve' | 'reject' | 'forge'): Promise<string> {
  walletReports = []
  const file = join(import.meta.dirname, 'support/authenticating-wallet.mjs')
  const child = spawn(process.execPath, [file, relay.url, CHAIN, behaviour], { stdio: ['pipe', 'pipe', 'inherit'] })
  wallet = child
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"')) walletReports.push(JSON.parse(line))
  })
  await expect.poll(() => lineOf('address'), { timeout: 30_000 }).toBeTruthy()
  return lineOf('address') ?? ''
}

beforeEach(() => {
  localStorage.clear()
  server = createSiwxServer({
    origin: location.origin,
    secrets: ['a secret of a test, long enough for it'],
    networks,
    statement,
  })
  page = answerRequests(server)
  modal = createWalletModal({
    id: 'one-click',
    projectId: 'test',
    prefetch: 'never',
    logLevel: 'silent',
    metadata: { name: 'DesktopModal', url: location.origin },
    networks,
    endpoints: { relay: relay.url },
    plugins: [eip155(), walletconnect(), siwx()],
  })
})
afterEach(() => {
  modal.dispose()
  wallet?.kill()
  wallet = undefined
  vi.unstubAllGlobals()
})

const output = () => modal.use(siwx) ?? expect.fail('The plugin is off.')
const sessions = async () => (await server.readSessions(page.cookieHeader())).map(({ accountId }) => accountId)

/** Connects with a wallet that gets the pairing URI through `scan`. */
async function pair(scan: (uri: string) => unknown): Promise<string> {
  const { pairing, connector } = modal.use(walletconnect) ?? expect.fail('The plugin is off.')
  const connecting = modal.connections.connect(connector.peek() ?? expect.fail('There is no row.'))
  await expect.poll(() => pairing.peek().status).toBe('ready')
  const now = pairing.peek()
  await scan(now.status === 'ready' ? now.uri : '')
  return (await connecting).status
}
const sendToWallet = (uri: string) => wallet?.stdin?.write(`${uri}\n`)

it('a WalletConnect wallet connects and signs in with one approval, and the server verifies the signature', async () => {
  const address = await startWallet('approve')
  expect(output().accountSession.peek()).toBe('none')
  const records: SignInRecord[] = []
  modal.on(signedIn, (record) => records.push(record))
  expect(await pair(sendToWallet)).toBe('connected')
  expect(modal.connections.active.peek()).toMatchObject({ caipNetworkId: CHAIN, account: { address } })
  await expect.poll(() => output().accountSession.peek()).toBe('valid')
  expect(await sessions()).toEqual([`${CHAIN}:${address}`])
  expect([page.asked.filter((path) => path === 'verify').length, lineOf('asked')]).toEqual([1, undefined])
  expect(lineOf('signed')).toContain(`${statement} I further authorize the stated URI`)
  expect(modal.isOpen.peek()).toBe(false)
  const [record, ...more] = records
  expect([record?.message, more]).toEqual([lineOf('signed'), []])
  expect(record?.cacao).toMatchObject({
    h: { t: 'caip122' },
    p: { iss: `did:pkh:${CHAIN}:${address}`, nonce: record?.data.nonce },
    s: { s: record?.signature },
  })
})

it('a sign-in signature by another key is rejected, without a connection or a session', async () => {
  await startWallet('forge')
  expect(await pair(sendToWallet).catch((error: Error) => error.message)).toContain('Signature verification failed')
  expect([await sessions(), page.asked.includes('verify'), modal.connections.all.peek()]).toEqual([[], false, []])
})

it('a rejection in the wallet resolves as "rejected", without a connection or a session', async () => {
  await startWallet('reject')
  expect(await pair(sendToWallet)).toBe('rejected')
  expect([modal.connections.all.peek().length, await sessions()]).toEqual([0, []])
})

it('a wallet that supports only session proposals connects, and signs in with a second request', async () => {
  const phone = await startPhone({ relayUrl: relay.url, chains: [CHAIN] })
  try {
    expect(await pair((uri) => phone.pair(uri))).toBe('connected')
    await expect.poll(() => output().state.peek().status).toBe('needed')
    expect([output().accountSession.peek(), await sessions()]).toEqual(['none', []])
    await output().sign()
    expect([output().accountSession.peek(), await sessions()]).toEqual(['valid', [`${CHAIN}:${phone.address}`]])
    expect(phone.asked.map(({ method }) => method)).toContain('personal_sign')
  } finally {
    await modal.disconnect() // only the site ends the session: the wallet's library throws if the site ends a session that the wallet has already ended
    await expect.poll(() => phone.sessions().length).toBe(0)
    await phone.close()
  }
})
