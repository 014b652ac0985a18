// @vitest-environment node
import { catalogueRoutes } from '@wallet-modal/gateway/server'
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageSource } from '../../../kernel/src/ui/images/image-source.js'
import { createCatalogue } from '../../../plugins/connect/src/catalogue/catalogue.js'
import { walletPage } from '../../../plugins/connect/src/catalogue/reply.js'
import type { CatalogueWallet } from '../../../plugins/connect/src/contract.js'
import { wallets } from '../../../plugins/sandbox/src/server/catalogue/wallets.js'
import { catalogueSource } from '../../../plugins/sandbox/src/server/sources/catalogue.js'
import { type HostileServer, hurry, serveHostile } from '../../support/hostile-server.js'
import { isUntouched, type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { poisonIds } from '../../support/poison.js'
import { inTime, watchRealm } from './outcome.js'

const ask = definePlugin({
  name: 'ask',
  kernel: '^0.1',
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'] },
  setup: (ctx) => ctx,
})
/** The sandbox's reply, with one image on another host. */
const sandboxReply = await catalogueRoutes(catalogueSource(wallets, [])).request(
  '/getWallets?page=1&entries=3&chains=eip155:1',
)
const valid: { readonly data: (object & { readonly id: string; image_url?: string })[] } = JSON.parse(
  await sandboxReply.text(),
)
const [first, second] = valid.data
if (second) second.image_url = 'https://images.test/a.png'

const texts =
  'id name badge_type image_id image_url rdns homepage mobile_link desktop_link webapp_link browse_link app_store play_store chrome_store'
const known = new Set([...texts.split(' '), 'chains'])
const readable = (wallet: object): object =>
  Object.fromEntries(Object.entries(wallet).filter(([key]) => known.has(key)))

let server: HostileServer
let mutation: Mutation
let run = 0
const undo = hurry(() => mutation.ending === 'never')
watchRealm()
beforeAll(async () => {
  server = await serveHostile(() => mutation)
})
beforeEach(() => {
  run = 0
})
afterAll(async () => {
  undo()
  await server[Symbol.asyncDispose]()
})

const start = () =>
  createWalletModal({
    plugins: [ask()],
    projectId: 'project',
    endpoints: { catalogue: `${server.url}/base/` },
    logLevel: 'silent',
  })

/** Expects that a wallet has only known fields, and that each is a text or a list of texts. */
function expectHarmless(wallet: CatalogueWallet): void {
  expect(Object.getPrototypeOf(wallet)).toBe(Object.prototype)
  expect(Object.keys(wallet).filter((key) => !known.has(key))).toEqual([])
  const { chains = [], ...rest } = wallet
  expect(Array.isArray(chains)).toBe(true)
  expect([...chains, ...Object.values(rest)].filter((value) => typeof value !== 'string')).toEqual([])
  expect([wallet.id, wallet.name]).not.toContain('')
}

/** Expects an image URL of the service with exactly the wallet's image id, an `https:` URL, or an inline image. */
function expectHarmlessImage(url: string | undefined, { image_id }: CatalogueWallet): void {
  if (url === undefined || /^(https:\/\/|data:image\/)/.test(url)) return
  const { origin, pathname, hash, searchParams, href } = new URL(url)
  expect([origin, pathname, hash]).toEqual([server.url, `/base/getWalletImage/${image_id}`, ''])
  expect([...searchParams.keys()].sort()).toEqual(['projectId', 'st', 'sv'])
  expect(href).toBe(url)
}

/** Loads once, with a query that was not used before. */
async function load(ctx: Context): Promise<ReturnType<typeof createCatalogue>> {
  const featuredWalletIds = run % 3 === 0 ? [first?.id ?? '', String(run)] : []
  const catalogue = createCatalogue(ctx, { includeWalletIds: [String(++run)], featuredWalletIds })
  catalogue.load()
  await inTime(
    new Promise<void>((settled) => {
      const stop = catalogue.state.subscribe(
        (state) => state === 'loading' || queueMicrotask(() => [stop(), settled()]),
      )
    }),
  )
  return catalogue
}

describe('A4: GET /getWallets', () => {
  test(`any reply results in wallets whose fields are texts or lists of texts, or in none (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
    using modal = start()
    const ctx = modal.use(ask)
    if (!ctx) throw new Error('not running')
    let answered = 0
    await fc.assert(
      fc.asyncProperty(mutationsOf(valid), async (next) => {
        mutation = next
        const catalogue = await load(ctx)
        const wallets = [...catalogue.featured.value, ...catalogue.recommended.value]
        answered += wallets.length
        if (catalogue.state.value === 'off') expect(wallets).toEqual([])
        for (const wallet of wallets) {
          expectHarmless(wallet)
          expectHarmlessImage(catalogue.image(wallet).peek() ?? undefined, wallet)
        }
        expect(modal.errors.value).toEqual([])
      }),
      trial,
    )
    expect(answered).toBeGreaterThan(trial.numRuns / 20)
  })

  test(`a broken record does not affect the others (${trial.numRuns} mutations, seed ${trial.seed})`, () => {
    let spared = 0
    fc.assert(
      fc.property(mutationsOf(valid), (next) => {
        const untouched = valid.data.filter((_, at) => isUntouched(next, ['data', at]))
        if (untouched.length === 0) return
        const result = walletPage['~standard'].validate(JSON.parse(next.body))
        if (result instanceof Promise || result.issues) throw new Error('no wallets')
        for (const wallet of untouched) expect(result.value.wallets).toContainEqual(readable(wallet))
        spared += untouched.length
      }),
      trial,
    )
    expect(spared).toBeGreaterThan(trial.numRuns / 20)
  })
})

describe('A4: GET /getWalletImage/{id}', () => {
  const hostile = fc.oneof(fc.constantFrom(...poisonIds), fc.string(), fc.string({ unit: 'binary' }), fc.webPath())
  const id = fc.oneof(
    hostile,
    fc.tuple(fc.constant('a'), hostile).map(([before, after]) => before + after),
  )

  test(`an image id or URL results in an image URL of the service, another safe URL, or none (${trial.numRuns} ids, seed ${trial.seed})`, async () => {
    using modal = start()
    mutation = { status: 200, headers: {}, body: JSON.stringify(valid), ending: 'whole' }
    const ctx = modal.use(ask)
    if (!ctx) throw new Error('not running')
    const catalogue = await load(ctx)
    const image = { id: 'a', name: 'A', image_id: 'a1-b2_c3' }
    expect(catalogue.image(image).peek()).toContain(`${server.url}/base/getWalletImage/a1-b2_c3?`)
    const asked = server.requests
    fc.assert(
      fc.property(id, fc.option(id), (image_id, image_url) => {
        const result = walletPage['~standard'].validate({ data: [{ id: 'a', name: 'A', image_id, image_url }] })
        if (result instanceof Promise || result.issues || !result.value.wallets[0]) throw new Error('no wallet')
        const url = catalogue.image(result.value.wallets[0]).peek() ?? undefined
        expectHarmlessImage(url, result.value.wallets[0])
        expect(imageSource(url) ?? 'https:').toMatch(
          /^(https:|data:image\/|http:\/\/127\.0\.0\.1:\d+\/base\/getWalletImage\/[-\w]+\?)/,
        )
      }),
      trial,
    )
    expect(server.requests).toBe(asked)
  })
})
