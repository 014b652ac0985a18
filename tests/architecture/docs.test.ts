import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadFirstParty } from '../../cli/dist/assets.js'
import { shortName } from '../../cli/dist/plan/plugins/first-party.js'
import { defaultNetworks, newSite } from '../../cli/dist/plan/site/new-site.js'
import { repository } from '../setup/workspaces.mjs'

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

test('the plugin in docs/connectors.md matches the one that is compiled and tested in a browser', () => {
  const [block] = /(?<=^```ts\n)[\s\S]*?(?=^```$)/m.exec(read('docs/connectors.md')) ?? []
  expect(block).toBe(read('tests/e2e/support/sdk-wallet/plugin.ts'))
})

test('the fixture in docs/testing.md matches the one that runs in the browser suite', () => {
  const [, block] = /^```ts tests\/catalogue\.test\.ts\n([\s\S]*?)^```$/m.exec(read('docs/testing.md')) ?? []
  expect(block).toBe(read('tests/e2e/testing-fixture.test.ts'))
})

test('README.md names the plugins that a new site has by default', async () => {
  const choices = { title: 'My site', networks: defaultNetworks, sandbox: true, features: {} }
  const [, sentence = ''] = /The site has the plugins (.*?);/.exec(read('README.md')) ?? []
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  expect(named).toEqual(Object.keys(newSite(choices, await loadFirstParty()).plugins).map(shortName))
})
