// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { siwx } from '@wallet-modal/siwx'
import { createSiwxServer, type SiwxServer } from '@wallet-modal/siwx/server'
import { solana } from '@wallet-modal/solana'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf, createTestWallet, type TestWallet } from '../../plugins/solana/src/wallet.test.fixtures.js'
import { answerRequests, holdNonce, type PageRequests } from './support/sign-in-server.js'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const local = 'solana:localnet11111111111111111111'
const networkOf = (caipNetworkId: string) => ({
  caipNetworkId,
  namespace: 'solana',
  reference: caipNetworkId.slice('solana:'.length),
  name: 'Solana',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: [],
})

let modal: WalletModal
let server: SiwxServer
let page: PageRequests

/** Starts a site that requires sign-in, with this wallet registered on its page. */
function start(
  test: TestWallet,
  { network = mainnet, others = [], statement }: { network?: string; others?: string[]; statement?: string } = {},
): void {
  localStorage.clear()
  const networks = [network, ...others].map(networkOf)
  const secrets = ['a secret of a test, long enough for it']
  server = createSiwxServer({ origin: location.origin, secrets, networks, ...(statement && { statement }) })
  page = answerRequests(server)
  registerWallet(test.wallet)
  modal = createWalletModal({
    prefetch: 'never',
    logLevel: 'silent',
    metadata: { name: 'DesktopModal', url: location.origin },
    networks,
    plugins: [solana(), siwx()],
  })
}
afterEach(() => {
  modal.dispose()
  vi.unstubAllGlobals()
})

async function connect({ wallet }: TestWallet, caipNetworkId?: string, signal?: AbortSignal): Promise<string> {
  const adapter = modal.connections.adapter('solana')
  await adapter.discover()
  const connector = adapter.connectors.peek().find(({ name }) => name === wallet.name)
  const options = { ...(caipNetworkId && { caipNetworkId }), ...(signal && { signal }) }
  return (await adapter.connect(connector ?? expect.fail('The wallet is not listed.'), options)).status
}
const output = () => modal.use(siwx) ?? expect.fail('The plugin is off.')
const sessions = async () => (await server.readSessions(page.cookieHeader())).map(({ accountId }) => accountId)

describe('a Solana wallet with solana:signIn', () => {
  it.each([
    ['with a statement', 'with', mainnet, 'I accept the terms of the shop'],
    ['without a statement', 'without', mainnet, undefined],
    ['on a network without a Wallet Standard chain name', 'local', local, undefined],
  ])('connects and signs in with one approval, %s', async (_, name, network, statement) => {
    const test = createTestWallet({ name, signIn: 'works', chains: ['solana:mainnet', 'solana:localnet'] })
    start(test, { network, ...(statement && { statement }) })
    expect(await connect(test)).toBe('connected')
    await expect.poll(() => output().accountSession.peek()).toBe('valid')
    expect(await sessions()).toEqual([`${network}:${addressOf(1)}`])
    expect(test.calls.filter((call) => call !== 'connect silently')).toEqual(['signIn'])
    expect(modal.connections.active.peek()).toMatchObject({ caipNetworkId: network })
  })

  it('signs in on the requested network', async () => {
    const test = createTestWallet({ name: 'both', signIn: 'works', chains: ['solana:mainnet', 'solana:localnet'] })
    start(test, { others: [local] })
    expect(await connect(test, local)).toBe('connected')
    await expect.poll(() => output().accountSession.peek()).toBe('valid')
    expect(await sessions()).toEqual([`${local}:${addressOf(1)}`])
    expect(test.calls.filter((call) => call !== 'connect silently')).toEqual(['signIn'])
    expect(modal.connections.active.peek()).toMatchObject({ caipNetworkId: local })
  })

  it('resolves as "rejected" if the visitor declines, without a connection or a session', async () => {
    const test = createTestWallet({ name: 'declining', signIn: 'works' })
    test.behaviour = 'reject'
    start(test)
    expect(await connect(test)).toBe('rejected')
    expect([modal.connections.all.peek().length, await sessions(), test.calls]).toEqual([0, [], ['signIn']])
  })

  it('connects if signIn fails, and sign-in is needed in a second step', async () => {
    const test = createTestWallet({ name: 'hardware', signIn: 'fails' })
    start(test)
    expect(await connect(test)).toBe('connected')
    await expect.poll(() => output().state.peek().status).toBe('needed')
    expect([await sessions(), test.calls]).toEqual([[], ['signIn', 'connect']])
  })

  it('does not prompt if the visitor cancels before the server has sent the sign-in request', async () => {
    const test = createTestWallet({ name: 'cancelled', signIn: 'works' })
    start(test)
    const controller = new AbortController()
    const { isRequested, release } = holdNonce()
    const outcome = connect(test, undefined, controller.signal)
    await expect.poll(isRequested).toBe(true)
    controller.abort()
    release()
    expect(await outcome).toBe('superseded')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(test.calls).toEqual([])
  })
})
