// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin, signal } from '@wallet-modal/kernel'
import { createFakeNamespace, FakeWallet } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { CONNECTOR_ID } from './connector.js'
import type { EmailSocialUser } from './contract.js'
import { EmailWalletError } from './errors.js'
import { createEmbeddedWallet } from './wallet.js'

const { request, frame } = vi.hoisted(() => ({
  request: vi.fn(),
  /** `isConnected`: whether the frame has a login. `user`: its account. */
  frame: { isConnected: true, user: {} },
}))
vi.mock('./frame-element.js', () => ({ createFrameLoader: () => async () => ({ request }) }))

const address = `0x${'ab'.repeat(20)}`
const solana = 'solana:devnet'
const user = {
  ...{ email: 'ada@example.org', address, chainId: 1, chains: [1], accounts: [], preferredAccountType: 'eoa' },
  solanaNetworks: [solana],
}
const otherUser = { ...user, email: 'bob@example.org', address: `0x${'cd'.repeat(20)}` }
/** Solana account of a user’s login. */
const solanaAddressOf = (account: object): string => (account === user ? '1' : '2').repeat(32)
const replies: Readonly<Record<string, () => unknown>> = {
  IS_CONNECTED: () => ({ isConnected: frame.isConnected }),
  GET_USER: () => frame.user,
  RPC_REQUEST: () => [{ pubkey: solanaAddressOf(frame.user) }],
}

beforeEach(() => {
  Object.assign(frame, { isConnected: true, user })
  request.mockReset().mockImplementation(async (name: string) => replies[name]?.())
})

/** Embedded wallet of a page with a login. `accounts`: events of its provider. */
async function connected() {
  let context: Context | undefined
  const setup = (ctx: Context): void => {
    context = ctx
  }
  const plugin = definePlugin({ name: 'test', kernel: '^0.1', setup })
  const fake = createFakeNamespace('eip155')
  const fakeSolana = createFakeNamespace('solana')
  const plugins = [fake.plugin(), fakeSolana.plugin(), plugin()]
  const networks = [...fake.networks, ...fakeSolana.networks]
  const modal = createWalletModal({ prefetch: 'never', logLevel: 'silent', plugins, networks })
  if (!context) throw new Error('The plugin was not set up.')
  const publicUser = signal<EmailSocialUser | null>(null)
  const wallet = createEmbeddedWallet(context, { publicUser, origin: 'https://wallet.example', defaultType: 'eoa' })
  const provider = await wallet.provider({ namespace: 'eip155', networks: [], silent: true })
  const accounts = vi.fn()
  Reflect.get(Object(provider), 'on')('accountsChanged', accounts)
  const page = { wallet, publicUser, accounts, ctx: context, networks: fake.networks, fakeSolana }
  return { ...page, [Symbol.dispose]: () => modal[Symbol.dispose]() }
}

it('abandoning a second login keeps the first one connected', async () => {
  using page = await connected()
  await page.wallet.abandonLogin()
  expect(request).toHaveBeenCalledWith('SIGN_OUT', { keepsStored: true }, expect.any(Number))
  expect(page.wallet.email.peek()).toBe('ada@example.org')
  expect(page.accounts).not.toHaveBeenCalled()
})

it('abandoning a login that has replaced the first one disconnects', async () => {
  using page = await connected()
  frame.isConnected = false
  await page.wallet.abandonLogin()
  expect(page.publicUser.peek()).toBeNull()
  expect(page.accounts).toHaveBeenCalledWith([])
})

/** Connects the embedded wallet to EVM networks and Solana. Returns its Solana wallet. */
async function connectAll({ wallet, ctx, networks, accounts }: Awaited<ReturnType<typeof connected>>) {
  const evm = new FakeWallet({ id: CONNECTOR_ID, caipNetworkId: networks[0].caipNetworkId, addresses: [address] })
  await ctx.connections.connect(evm.connector, { namespace: 'eip155' })
  accounts.mockImplementation((addresses: readonly string[]) => evm.changeAccounts(addresses))
  const network = { namespace: 'solana', reference: 'devnet', caipNetworkId: solana } as never
  const solanaWallet = Object(await wallet.provider({ namespace: 'solana', networks: [network], silent: true }))
  await solanaWallet.features['standard:connect'].connect()
  expect(solanaWallet.accounts).toHaveLength(1)
  expect(ctx.connections.active.peek()?.connectorId).toBe(CONNECTOR_ID)
  return solanaWallet
}

it('a second login with another account disconnects the account of the first login', async () => {
  using page = await connected()
  const solanaWallet = await connectAll(page)
  frame.user = otherUser
  await page.wallet.loadUser()
  expect(solanaWallet.accounts).toEqual([])
  expect(page.ctx.connections.all.peek()).toEqual([])
  expect(page.wallet.email.peek()).toBe('bob@example.org')
})

it('while another Solana wallet is active, a second login replaces the Solana account of the first, and that wallet stays active', async () => {
  using page = await connected()
  const { ctx, fakeSolana } = page
  const solanaWallet = await connectAll(page)
  await ctx.connections.connect(fakeSolana.wallet.connector, { namespace: 'solana' })
  frame.user = otherUser
  await page.wallet.loadUser()
  await vi.waitFor(() => expect(solanaWallet.accounts).toMatchObject([{ address: '2'.repeat(32) }]))
  expect(ctx.connections.adapter('solana').state.peek()).toMatchObject({ connectorId: fakeSolana.wallet.connector.id })
  expect(page.wallet.email.peek()).toBe('bob@example.org')
})

it('while another EVM wallet is active, a second login replaces the EVM account of the first', async () => {
  using page = await connected()
  await connectAll(page)
  const other = new FakeWallet({ id: 'other', caipNetworkId: page.networks[0].caipNetworkId })
  await page.ctx.connections.connect(other.connector, { namespace: 'eip155' })
  frame.user = otherUser
  await page.wallet.loadUser()
  expect(page.accounts).toHaveBeenLastCalledWith([otherUser.address])
  const connections = page.ctx.connections.adapter('eip155').connections.peek()
  expect(connections.map(({ connectorId, account }) => [connectorId, account.address])).toEqual([
    ['other', expect.any(String)],
    [CONNECTOR_ID, otherUser.address],
  ])
})

it.each([
  ['cannot be read', (): Promise<never> => Promise.reject(new EmailWalletError(-32_603, 'offline'))],
  ['arrives after the visitor has logged out', undefined],
])('the Solana account of the first login is disconnected if that of the second %s', async (_, fail) => {
  using page = await connected()
  const solanaWallet = await connectAll(page)
  await page.ctx.connections.connect(page.fakeSolana.wallet.connector, { namespace: 'solana' })
  frame.user = otherUser
  let answer = (_: unknown): void => undefined
  const late = () => new Promise((resolve) => (answer = resolve))
  request.mockImplementation(async (name: string) => (name === 'RPC_REQUEST' ? (fail ?? late)() : replies[name]?.()))
  await page.wallet.loadUser()
  if (!fail) {
    expect(solanaWallet.accounts).toHaveLength(1)
    await page.wallet.signOut()
    answer([{ pubkey: '2'.repeat(32) }])
    await new Promise((resolve) => setTimeout(resolve))
  }
  await vi.waitFor(() => expect(solanaWallet.accounts).toEqual([]))
})

it('a login during a slow sign-out stays connected', async () => {
  using page = await connected()
  await connectAll(page)
  let answer = (_: unknown): void => undefined
  const slow = () => new Promise((resolve) => (answer = resolve))
  request.mockImplementation(async (name: string) => (name === 'SIGN_OUT' ? slow() : replies[name]?.()))
  const signedOut = page.wallet.signOut()
  await vi.waitFor(() => expect(request).toHaveBeenCalledWith('SIGN_OUT', undefined, expect.any(Number)))
  frame.user = otherUser
  await page.wallet.loadUser()
  page.accounts.mockClear()
  answer(null)
  await signedOut
  expect(page.accounts).not.toHaveBeenCalled()
})

it('a second login with the same account keeps it connected', async () => {
  using page = await connected()
  const solanaWallet = await connectAll(page)
  await page.wallet.loadUser()
  expect(solanaWallet.accounts).toHaveLength(1)
  expect(page.ctx.connections.all.peek()).toHaveLength(1)
  expect(page.publicUser.peek()).toEqual({ email: 'ada@example.org', login: 'email' })
})

it('abandoning a login makes another connected wallet active', async () => {
  using page = await connected()
  const { caipNetworkId } = page.networks[0]
  const other = new FakeWallet({ id: 'other', caipNetworkId, addresses: [`0x${'7'.repeat(40)}`] })
  await page.ctx.connections.connect(other.connector, { namespace: 'eip155' })
  await connectAll(page)
  frame.user = otherUser
  await page.wallet.abandonLogin()
  expect(page.ctx.connections.active.peek()?.connectorId).toBe('other')
})

it('abandoning a login disconnects the first account if the frame has another account', async () => {
  using page = await connected()
  const solanaWallet = await connectAll(page)
  frame.user = otherUser
  await page.wallet.abandonLogin()
  expect(solanaWallet.accounts).toEqual([])
  expect(page.ctx.connections.all.peek()).toEqual([])
  expect(page.publicUser.peek()).toBeNull()
})

/** Sends a request that the gateway rejects later. Returns a function that rejects it. */
async function sendRequest({ wallet }: Awaited<ReturnType<typeof connected>>) {
  let reject = (_: Error): void => undefined
  request.mockImplementationOnce(() => new Promise((_, fail) => (reject = fail)))
  const sent = wallet.setAccountType('eoa')
  await vi.waitFor(() =>
    expect(request).toHaveBeenCalledWith('SET_PREFERRED_ACCOUNT', expect.anything(), expect.any(Number)),
  )
  return async (): Promise<void> => {
    reject(new EmailWalletError('UNAUTHORIZED', 'The login has ended.'))
    await expect(sent).rejects.toMatchObject({ code: 4100 })
  }
}

it('a request that the gateway rejects as unauthorized ends the login', async () => {
  using page = await connected()
  await (await sendRequest(page))()
  expect(page.publicUser.peek()).toBeNull()
})

it.each([
  ['another', otherUser],
  ['the same', user],
])('a late rejection of an earlier login does not end a newer login of %s account', async (_, next) => {
  using page = await connected()
  const reject = await sendRequest(page)
  frame.user = next
  await page.wallet.verifyCode('123456')
  await page.wallet.loadUser()
  page.accounts.mockClear()
  await reject()
  expect(page.wallet.email.peek()).toBe(next.email)
  expect(page.accounts).not.toHaveBeenCalled()
})

/** Sends a request that the frame answers with `reply` only after another account has logged in. */
async function answerAfterLogin(
  { wallet }: Awaited<ReturnType<typeof connected>>,
  send: () => Promise<unknown>,
  reply: object,
): Promise<void> {
  let answer = (_: object): void => undefined
  request.mockClear().mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const sent = send()
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  frame.user = { ...otherUser, smartAccount: address }
  await wallet.loadUser()
  answer(reply)
  await sent
}

it('a late reply to a change of the email address does not change the address of a newer login', async () => {
  using page = await connected()
  await answerAfterLogin(page, () => page.wallet.verifyNewEmail('123456'), { newEmail: 'new@example.org' })
  expect(page.wallet.email.peek()).toBe('bob@example.org')
})

it('a late reply to a change of the account type does not change the type of a newer login', async () => {
  using page = await connected()
  const reply = { type: 'smartAccount', address }
  await answerAfterLogin(page, () => page.wallet.setAccountType('smartAccount'), reply)
  expect(page.wallet.smartAccount.peek()?.type).toBe('eoa')
})

it('a change of the email address or of the account type appears in the login', async () => {
  using page = await connected()
  request.mockResolvedValueOnce({ newEmail: 'new@example.org' })
  await page.wallet.verifyNewEmail('123456')
  expect(page.wallet.email.peek()).toBe('new@example.org')
  frame.user = { ...user, smartAccount: address }
  await page.wallet.loadUser()
  request.mockResolvedValueOnce({ type: 'smartAccount', address })
  await page.wallet.setAccountType('smartAccount')
  expect(page.wallet.smartAccount.peek()?.type).toBe('smartAccount')
})
