import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js-1'
import { localMints, localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Watched } from './support/browser.js'
import {
  advanceClock,
  askForCode,
  codeFor,
  logIn,
  newEmail,
  otpField,
  press,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { openSend, review, sendButton } from './support/send-page.js'
import { isSignedBy } from './support/solana.js'
import { solanaClient } from './support/solana-client.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork
const SOL = 1_000_000_000n

const stage = createStage({
  serve: (sandboxUrl) =>
    serveEmailSite(sandboxUrl, {
      imports: "import { solana } from '@wallet-modal/solana'",
      plugins: 'Object.assign(window, { solana }) && solana(),',
      networks: [{ ...localSolanaNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }],
    }),
})
const visit = (): Promise<Watched> => stage.open({ wallets: [] })

/** Waits until a Solana account is connected and returns its address. */
async function solanaAddress(page: Page): Promise<string> {
  const read = (): Promise<string> =>
    page.evaluate(() =>
      String(Reflect.get(window, 'modal').use(Reflect.get(window, 'solana')).adapter.state.value.account?.address),
    )
  await expect.poll(read, { timeout: 20_000 }).not.toBe('undefined')
  return read()
}

/** Calls a feature of the connected wallet. Returns its reply or its error. Bytes are passed and returned as lists of numbers. */
const ask = (page: Page, feature: string, input: Record<string, unknown>): Promise<unknown> =>
  page.evaluate(
    async ({ feature, input }) => {
      const { adapter } = Reflect.get(window, 'modal').use(Reflect.get(window, 'solana'))
      const { provider } = adapter.state.value
      const bytes = Object.entries(input).map(([name, value]) => [
        name,
        Array.isArray(value) ? Uint8Array.from(value) : value,
      ])
      try {
        const [answer] = await provider.features[feature][feature.split(':')[1] ?? '']({
          account: provider.accounts[0],
          ...Object.fromEntries(bytes),
        })
        return Object.fromEntries(
          Object.entries(answer).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]),
        )
      } catch (error) {
        const { code, message } = Object(error)
        return { code, message }
      }
    },
    { feature, input },
  )

/** Error of the embedded wallet's Solana account; `null` if it connects. */
const connectError = (page: Page): Promise<unknown> =>
  page.evaluate(async (caipNetworkId) => {
    const embedded = await Reflect.get(window, 'modal').use(Reflect.get(window, 'emailSocial')).wallet()
    const standard = await embedded.provider({ namespace: 'solana', networks: [{ caipNetworkId }] })
    try {
      await standard.features['standard:connect'].connect()
      return null
    } catch (error) {
      const { code, message } = Object(error)
      return { code, message }
    }
  }, caipNetworkId)

const textOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)]

describe('an embedded wallet on Solana', () => {
  it('gets a Solana account from the email login; a payment approved in the frame arrives', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const address = await solanaAddress(page)
    await sandboxAt(stage.sandboxUrl).fund({ address, chainId: caipNetworkId, amount: 3n * SOL })
    const receiver = Keypair.generate().publicKey
    await page.evaluate(() => Reflect.get(window, 'modal').connections.activate('solana'))
    await openSend(page)
    await review(page, { amount: '1.25', to: receiver.toBase58() })
    await sendButton(page).click()
    await wallet(page).getByText('Send 1.25 SOL').waitFor()
    await press(page, 'Approve')
    await expect.poll(() => solanaClient(stage.sandboxUrl).lamports(receiver), { timeout: 20_000 }).toBe(1_250_000_000n)
  })

  it('a second tab shows the Solana account of the next login in the first tab', async () => {
    const { page: first } = await visit()
    await logIn(first, newEmail())
    const before = await solanaAddress(first)
    const second = await first.context().newPage()
    await second.goto(first.url())
    expect(await solanaAddress(second)).toBe(before)
    await first.bringToFront()
    await first.evaluate(() => Reflect.get(window, 'modal').disconnect())
    const isConnected = () => second.evaluate(() => Reflect.get(window, 'modal').connections.active.value !== null)
    await expect.poll(isConnected).toBe(false)
    await logIn(first, newEmail())
    const after = await solanaAddress(first)
    expect(after).not.toBe(before)
    await expect.poll(() => solanaAddress(second), { timeout: 20_000 }).toBe(after)
  })

  it('signs messages with valid Ed25519 signatures, and reports a rejection with code 4001', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const address = await solanaAddress(page)
    const message = 'I was here'
    const signed = ask(page, 'solana:signMessage', { message: textOf(message) })
    await wallet(page).getByText(message).waitFor()
    await press(page, 'Approve')
    const { signature } = (await signed) as { readonly signature: readonly number[] }
    expect(isSignedBy(address, message, signature)).toBe(true)
    const rejected = ask(page, 'solana:signMessage', { message: textOf('No') })
    await wallet(page).getByText('No', { exact: true }).waitFor()
    await press(page, 'Reject')
    expect(await rejected).toMatchObject({ code: 4001 })
  })

  it('shows what a transaction does, decoded from its bytes, and signs exactly these bytes', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const feePayer = new PublicKey(await solanaAddress(page))
    const instructions = [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000n }),
      SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: Keypair.generate().publicKey, lamports: 7n }),
      SystemProgram.assign({ accountPubkey: feePayer, programId: Keypair.generate().publicKey }),
    ]
    const unknownBlock = Keypair.generate().publicKey.toBase58()
    const transaction = new Transaction({ feePayer, blockhash: unknownBlock, lastValidBlockHeight: 1 })
    const bytes = [...transaction.add(...instructions).serialize({ requireAllSignatures: false })]
    const read = async () => {
      await wallet(page).getByText('2 calls in one transaction').waitFor()
      return wallet(page).locator('section').textContent()
    }
    const rejected = ask(page, 'solana:signTransaction', { transaction: bytes })
    const text = await read()
    for (const part of ['0.400005 SOL', 'does not know the block', 'unusually high', '0.000000007 SOL', 'for good'])
      expect(text).toContain(part)
    await press(page, 'Reject')
    expect(await rejected).toMatchObject({ code: 4001 })
    const signed = ask(page, 'solana:signTransaction', { transaction: bytes })
    await read()
    await press(page, 'Approve')
    const { signedTransaction } = (await signed) as { readonly signedTransaction: readonly number[] }
    const result = Transaction.from(Buffer.from(signedTransaction))
    expect(result.verifySignatures()).toBe(true)
    expect(result.serializeMessage().equals(transaction.serializeMessage())).toBe(true)
  })

  it('shows the mint of a transferred token, and its name and symbol from the chain, for both token programs', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const feePayer = new PublicKey(await solanaAddress(page))
    const { blockhash } = await solanaClient(stage.sandboxUrl).connection.getLatestBlockhash()
    for (const name of ['Sandbox Dollar', 'Sandbox Pearl']) {
      const token = localMints.find((one) => one.name === name) ?? expect.fail(name)
      const [from, to] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
      const keys = [from, new PublicKey(token.address), to, feePayer].map((pubkey) => ({
        pubkey,
        isSigner: pubkey === feePayer,
        isWritable: pubkey === from || pubkey === to,
      }))
      const data = Buffer.alloc(10)
      data[0] = 12 // TransferChecked
      data.writeBigUInt64LE(15n * 10n ** BigInt(token.decimals - 1), 1)
      data[9] = token.decimals
      const transfer = new TransactionInstruction({ programId: new PublicKey(token.program), keys, data })
      const transaction = new Transaction({ feePayer, blockhash, lastValidBlockHeight: 1 }).add(transfer)
      const bytes = [...transaction.serialize({ requireAllSignatures: false })]
      const rejected = ask(page, 'solana:signTransaction', { transaction: bytes })
      await wallet(page).getByText(`Send 1.5 ${token.symbol}`).waitFor()
      await wallet(page).getByText(`${name} (${token.symbol})`).waitFor()
      expect(await wallet(page).locator('section').textContent()).toContain(token.address)
      await press(page, 'Reject')
      expect(await rejected).toMatchObject({ code: 4001 })
    }
  })

  it('refuses to sign the bytes of a transaction as a message', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const feePayer = new PublicKey(await solanaAddress(page))
    const pay = SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: Keypair.generate().publicKey, lamports: 7n })
    const { blockhash } = await solanaClient(stage.sandboxUrl).connection.getLatestBlockhash()
    const legacy = new Transaction({ feePayer, blockhash, lastValidBlockHeight: 1 }).add(pay).serializeMessage()
    for (const message of [[...legacy], [...legacy, 0], [0x80, ...legacy, 0], [0x81, ...legacy]])
      expect(await ask(page, 'solana:signMessage', { message })).toMatchObject({ code: -32_602 })
  })

  it('has the same account in another browser, with the recovery code', async () => {
    const { page } = await visit()
    const email = newEmail()
    const { recovery } = await logIn(page, email)
    const address = await solanaAddress(page)
    await advanceClock(stage.sandboxUrl, 31_000)
    const { page: second } = await visit()
    await askForCode(second, email)
    await otpField(second).fill(await codeFor(second, email))
    await wallet(second).getByLabel('Recovery code').fill(recovery)
    await press(second, 'Continue')
    expect(await solanaAddress(second)).toBe(address)
    const message = 'From the second browser'
    const signed = ask(second, 'solana:signMessage', { message: textOf(message) })
    await wallet(second).getByText(message).waitFor()
    await press(second, 'Approve')
    const { signature } = (await signed) as { readonly signature: readonly number[] }
    expect(isSignedBy(address, message, signature)).toBe(true)
  })

  it('keeps the account after a reload, and disconnects it together with the EVM account', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const address = await solanaAddress(page)
    await page.reload()
    expect(await solanaAddress(page)).toBe(address)
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect('solana'))
    const families = () =>
      page.evaluate(() =>
        Reflect.get(window, 'modal').connections.all.value.map((one: { namespace: string }) => one.namespace),
      )
    await expect.poll(families).toEqual([])
  })

  it('gets no second key if the gateway replies that there is no key or names another one', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const address = await solanaAddress(page)
    const answer = page.waitForResponse('**/accounts/me')
    await page.reload()
    const account = await (await answer).json()
    expect(account.solana.publicKey).toMatch(/^[\da-f]{64}$/)
    const begun: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/solana/key/begin')) begun.push(request.url())
    })
    const gone = { status: 404, json: { error: { code: 'NOT_FOUND', message: 'The account has no key for Solana.' } } }
    for (const publicKey of [null, 'ab'.repeat(32)]) {
      await page.route('**/accounts/me', (route) =>
        route.fulfill({ json: { ...account, solana: { ...account.solana, publicKey } } }),
      )
      await page.route('**/accounts/solana/key', (route) =>
        route.fulfill(publicKey === null ? gone : { json: { publicKey, frameShare: 'ab'.repeat(80) } }),
      )
      await page.reload()
      expect(await connectError(page)).toEqual({
        code: 'SOLANA_ACCOUNT_UNKNOWN',
        message: expect.stringContaining('No other account was created'),
      })
      await page.unrouteAll()
    }
    expect(begun).toEqual([])
    await page.reload()
    expect(await solanaAddress(page)).toBe(address)
  })
})
