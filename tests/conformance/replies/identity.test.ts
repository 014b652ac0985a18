// @vitest-environment node
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentity } from '../../../plugins/account/src/identity.js'
import { type HostileServer, hurry, serveHostile } from '../../support/hostile-server.js'
import { isUntouched, type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { inTime, watchRealm } from './outcome.js'

const ask = definePlugin({
  name: 'ask',
  kernel: '^0.1',
  permissions: { api: ['blockchain:/v1/identity/*'] },
  setup: (ctx) => ctx,
})
const valid = { name: 'someone.test', avatar: 'https://images.test/someone.png' }

let server: HostileServer
let mutation: Mutation
const undo = hurry(() => mutation.ending === 'never')
watchRealm()
beforeAll(async () => {
  server = await serveHostile(() => mutation)
})
afterAll(async () => {
  undo()
  await server[Symbol.asyncDispose]()
})

test(`A4: GET /v1/identity/{address}: after any reply, the name is valid or absent, and so is the avatar (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  const fake = createFakeNamespace()
  using modal = createWalletModal({
    plugins: [fake.plugin(), ask()],
    networks: fake.networks,
    endpoints: { blockchain: server.url },
    logLevel: 'silent',
  })
  const ctx = modal.use(ask)
  if (!ctx) throw new Error('not running')
  await modal.connections.connect(fake.wallet.connector)
  const identity = createIdentity(ctx)
  let run = 0
  let named = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(valid), async (next) => {
      mutation = next
      const address = `fake-${run++}`
      fake.wallet.changeAccounts([address])
      await inTime(identity.refresh())
      const { value } = identity.current
      if (isUntouched(next, ['name'])) expect(value?.name).toBe(valid.name)
      if (isUntouched(next, ['avatar'])) expect(value?.avatar).toBe(valid.avatar)
      if (value === null) return
      expect(Object.keys(value).sort()).toEqual(['avatar', 'key', 'name'])
      expect(value.key).toBe(`fake:1:${address}`)
      expect([undefined, 'string']).toContain(value.name === undefined ? undefined : typeof value.name)
      expect(value.name).not.toBe('')
      expect(value.avatar ?? 'https://').toMatch(/^(https:\/\/|data:image\/)/)
      if (value.name !== undefined) named++
    }),
    trial,
  )
  expect(named).toBeGreaterThan(trial.numRuns / 20)
  expect(modal.errors.value).toEqual([])
})
