import type { ScriptedWallet, WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Locator, Page } from 'playwright-core'
import {
  type Address,
  createTestClient,
  defineChain,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Watched } from './browser.js'
import { localNetworks } from './local-networks.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { openWith } from './scripted.js'
import { createStage, type OpenPlan, type Stage } from './stage.js'

/** A page that sends on the sandbox's EVM chains. `window.sendModal` is its modal. */
export const createSendStage = (browserArgs: readonly string[] = []): Stage =>
  createStage({
    browserArgs,
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal, definePlugin, balances, signal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances as realBalances } from '@wallet-modal/balances'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      import { send } from '@wallet-modal/send'
      import { WalletSend } from '@wallet-modal/send/contract'
      const query = new URLSearchParams(location.search)
      const held = JSON.parse(query.get('holds') ?? 'null')
      const holder = definePlugin({
        name: 'holder',
        kernel: '^0.1',
        provides: [balances],
        setup(ctx) {
          const tokens = (held ?? []).map((one) => ({ ...one, amount: BigInt(one.amount), ...(one.priceUsd && { priceUsd: BigInt(one.priceUsd) }) }))
          ctx.provide(balances, { holdings: signal({ status: 'ready', tokens }), refresh: async () => {} })
        },
      })
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        theme: { mode: query.get('mode') ?? 'light' },
        plugins: [eip155(), connect(), account(), send(), ...(query.has('history') ? [history()] : []), ...(held ? [holder()] : query.has('real') ? [realBalances()] : [])],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { sendModal: modal, sendPlugin: send, WalletSend, openActivity: () => void modal.open({ view: Transactions }) })`,
      }),
  })

/** A separate client that reads and controls the chain. */
export function chainAt(sandboxUrl: string, reference = 31337) {
  const url = `${sandboxUrl}/v1/?chainId=eip155:${reference}`
  const chain = defineChain({
    id: reference,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createTestClient({ chain, mode: 'anvil', transport: http(url), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
}

export interface SendVisit extends Watched {
  readonly zephyr: ScriptedWallet
}

/** Opens the page as a visitor and connects a scripted wallet. */
export async function openConnected(
  stage: Stage,
  { plan = {}, ...open }: OpenPlan & { readonly plan?: Partial<WalletPlan> } = {},
): Promise<SendVisit> {
  const { wallets, ...watched } = await openWith(stage, { zephyr: { namespace: 'eip155', ...plan } }, open)
  await watched.page.click('#open')
  await row(watched.page, 'Zephyr').click()
  await dialog(watched.page).waitFor({ state: 'hidden' })
  return { ...watched, zephyr: wallets.zephyr }
}

/** Opens the send form as a visitor with a new account. */
export async function openSendWith(
  stage: Stage,
  { ether, query = '' }: { readonly ether: string; readonly query?: string },
) {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  const visitor = await openConnected(stage, { query, plan: { keys: [key] } })
  await openSend(visitor.page)
  return { ...visitor, key, from: address }
}

/** Opens the modal and its send form. */
export async function openSend(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Send').click()
  await dialog(page).getByRole('heading', { name: 'Send', exact: true }).waitFor()
}

export const amountField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Amount' })
export const receiverField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'To', exact: true })

/** Fills in the form and waits for the review of the prepared transaction. */
export async function review(
  page: Page,
  { amount, to }: { readonly amount: string; readonly to: string },
): Promise<void> {
  if (amount === 'max') await row(page, 'Max').click()
  else await amountField(page).fill(amount)
  await receiverField(page).fill(to)
  await row(page, 'Preview Send').click()
  await dialog(page).getByRole('heading', { name: 'Review Send' }).waitFor()
  await sendButton(page).waitFor()
}

export const sendButton = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Send', exact: true })

/** Value of a row in the review. */
export const fact = async (page: Page, label: string): Promise<string> =>
  String(
    await dialog(page)
      .locator('.wm-fact')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent(),
  )

/** Number of requests with this method that the wallet has received. */
export const asked = ({ requests }: ScriptedWallet, method: string): number =>
  requests.filter((one) => one.method === method).length

/** A simulated failure of `eth_sendTransaction`. */
export type Mishap =
  /** The wallet sends the transaction, but its reply is lost. */
  | 'lostReply'
  /** The node rejects the signed transaction. */
  | 'nodeRejects'
  /** The wallet fails with an internal error before it sends anything. */
  | 'unclear'

/** Wraps the provider of every announced wallet. Runs in the page before its own scripts. */
function wrapProviders(): void {
  addEventListener(
    'eip6963:announceProvider',
    (event) => {
      const { provider } = Reflect.get(event, 'detail')
      if (provider.isWrapped) return
      const ask = provider.request.bind(provider)
      provider.isWrapped = true
      provider.request = async (given: { readonly method: string }) => {
        const mishap: unknown = Reflect.get(window, 'mishap')
        const error = (code: number, message: string): Error => Object.assign(new Error(message), { code })
        if (given.method !== 'eth_sendTransaction' || !mishap) return ask(given)
        if (mishap === 'nodeRejects') throw error(-32000, 'max fee per gas less than block base fee')
        if (mishap === 'unclear') throw error(-32603, 'Internal JSON-RPC error')
        await ask(given)
        throw error(-32603, 'socket hang up')
      }
    },
    { capture: true },
  )
}

export const withMishaps: OpenPlan = { prepare: (context) => context.addInitScript(wrapProviders) }

export const letHappen = (page: Page, mishap: Mishap): Promise<void> =>
  page.evaluate((what) => void Reflect.set(window, 'mishap', what), mishap)

/** Creates a key and funds its account on the chain. */
export async function fundedKey(
  sandboxUrl: string,
  value: bigint,
): Promise<{ readonly key: Hex; readonly address: Address }> {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await chainAt(sandboxUrl).setBalance({ address, value })
  return { key, address }
}

/** A token in the page's `balances` capability. */
export interface HeldToken {
  readonly assetId: string
  readonly caipNetworkId: string
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: string
  readonly priceUsd?: string
  readonly spamFlags?: readonly string[]
}

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** The sandbox's tokens by symbol, read from its balance service. */
export async function sandboxTokens(sandboxUrl: string): Promise<ReadonlyMap<string, HeldToken>> {
  const path = `/v1/account/${RICH}/balance?currency=usd&chainId=eip155:31337`
  const { balances }: { balances: readonly Record<string, string & { decimals: string }>[] } = await (
    await fetch(sandboxUrl + path)
  ).json()
  return new Map(
    balances
      .flatMap(({ name = '', symbol = '', address, quantity }) => {
        const contract = address?.split(':').at(-1) as Address | undefined
        if (!contract) return []
        const token: HeldToken = {
          ...{ assetId: `eip155:31337/erc20:${contract}`, caipNetworkId: 'eip155:31337', address: contract },
          ...{ name, symbol, decimals: Number(quantity?.decimals), amount: '0' },
        }
        return [[symbol as string, token] as const]
      })
      .reverse(),
  )
}

/** A token of the sandbox by its symbol. */
export async function sandboxToken(sandboxUrl: string, symbol: string): Promise<HeldToken> {
  const token = (await sandboxTokens(sandboxUrl)).get(symbol)
  if (!token) throw new Error(`The sandbox has no ${symbol}.`)
  return token
}

/** One of the sandbox's development accounts, each of which has a balance of every token when the sandbox starts. */
const RICH: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Transfers an amount of a token to an account. Resolves with the token and the new balance. */
export async function give(sandboxUrl: string, to: Address, token: HeldToken, amount: bigint): Promise<HeldToken> {
  const client = chainAt(sandboxUrl)
  const { address } = token
  const transfer = { account: RICH, address, abi: erc20, functionName: 'transfer', args: [to, amount] } as const
  // the node replies before the block is mined
  const { status } = await client.waitForTransactionReceipt({ hash: await client.writeContract(transfer) })
  if (status !== 'success') throw new Error(`There is not enough ${token.symbol} to give.`)
  return { ...token, amount: String(await tokenBalance(sandboxUrl, token, to)) }
}

export const tokenBalance = (sandboxUrl: string, { address }: HeldToken, owner: Address): Promise<bigint> =>
  chainAt(sandboxUrl).readContract({ address, abi: erc20, functionName: 'balanceOf', args: [owner] })

/** Query string with which the page lists these tokens as the visitor's balances. */
export const holding = (...tokens: readonly HeldToken[]): string =>
  `?holds=${encodeURIComponent(JSON.stringify(tokens))}`

/** Makes the wallet accept batches like a smart account (EIP-5792). The wallet sends only the first call of a batch, as an ordinary transaction. */
function addCalls(): void {
  addEventListener(
    'eip6963:announceProvider',
    (event) => {
      const { provider } = Reflect.get(event, 'detail')
      if (provider.isWrapped) return
      const ask = provider.request.bind(provider)
      provider.isWrapped = true
      provider.request = async (given: { readonly method: string; readonly params?: readonly unknown[] }) => {
        const first = Object(given.params?.[0])
        if (given.method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
        if (given.method === 'wallet_getCallsStatus')
          return { status: 200, receipts: [{ transactionHash: given.params?.[0] }] }
        if (given.method !== 'wallet_sendCalls') return ask(given)
        return { id: await ask({ method: 'eth_sendTransaction', params: [{ from: first.from, ...first.calls[0] }] }) }
      }
    },
    { capture: true },
  )
}

export const withCalls: OpenPlan = { prepare: (context) => context.addInitScript(addCalls) }

/** Waits until a sent transaction is stored with its nonce, which is needed to detect that another transaction replaced it. */
export async function untilNonceKept(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(([name, kept]) => name.endsWith('sent') && String(kept).includes('"nonce":"')),
  )
}
