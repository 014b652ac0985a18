import { sandboxFixture } from '@wallet-modal/sandbox/testing'
import { test as base, expect } from 'vitest'

const test = base.extend({ sandbox: sandboxFixture({ engines: false }) })

test('a fault with `times: 1` makes one of two requests fail', async ({ sandbox }) => {
  await sandbox.fault({ on: 'api', path: '/getWallets', status: 503, times: 1 })
  const statuses = [1, 2].map(
    async () => (await fetch(`${sandbox.url}/getWallets?projectId=test&page=1&entries=1`)).status,
  )
  expect((await Promise.all(statuses)).sort()).toEqual([200, 503])
})
