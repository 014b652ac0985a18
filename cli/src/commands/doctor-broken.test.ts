import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createHealthySite, runDoctor, setManifest, siteWith } from '../fixtures/doctor-site.js'
import { install } from '../fixtures/site.js'

createHealthySite()

const signIn = readFileSync(new URL('../../../plugins/siwx/package.json', import.meta.url), 'utf8')

async function listen(): Promise<Disposable & { readonly url: string }> {
  const server = createServer((_, response) => void response.end('<p>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${Object(server.address()).port}`, [Symbol.dispose]: () => server.close() }
}

describe('doctor with invalid settings and packages', () => {
  it('reports an invalid URL of the login gateway, also with --online', async () => {
    using site = siteWith()
    const manifest = JSON.parse(site.read('wallet-modal.json'))
    await setManifest(site, { plugins: { ...manifest.plugins, '@wallet-modal/email-social': {} } })
    const changed = JSON.parse(site.read('wallet-modal.json'))
    changed.plugins['@wallet-modal/email-social'] = { url: 'http://[' }
    site.write('wallet-modal.json', JSON.stringify(changed))
    expect((await runDoctor(site, ['--online'])).ids).toContain('plugin-origin-broken')
  })

  it('reports an invalid path of the sign-in server, also with the URL of a page', async () => {
    using server = await listen()
    using site = siteWith((one) => install(one, '@wallet-modal/siwx', signIn))
    const manifest = JSON.parse(site.read('wallet-modal.json'))
    site.write('wallet-modal.json', {
      ...manifest,
      plugins: { ...manifest.plugins, '@wallet-modal/siwx': { endpoint: 'http://[' } },
    })
    expect((await runDoctor(site, ['--csp', server.url])).ids).toContain('invalid-option')
  })

  it('reports a package whose package.json is invalid once, and runs the other checks', async () => {
    using site = siteWith()
    install(site, 'react', '{ "name": "react" }')
    site.write('tsconfig.json', '{ "compilerOptions": { "lib": ["es2022"], "moduleResolution": "bundler" } }')
    const { ids, findings } = await runDoctor(site)
    expect(ids.sort()).toEqual(['invalid-manifest', 'typescript-no-dom'])
    expect(findings).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining('"react": its package.json: "version" is missing') }),
    )
  })
})
