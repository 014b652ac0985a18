import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstParty, network } from '../../fixtures/first-party.js'
import { planChange } from '../changes/change-plan.js'
import { detectSite } from '../detect/detect.js'
import { type Framework, frameworks } from '../detect/framework.js'
import { layoutOf } from './layout.js'
import { packagesFor } from './site-kind.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from './site-manifest.js'

type Files = ReadonlyMap<string, string>

const peers = { react: '>=18.2.0', 'react-dom': '>=18.2.0' }
const release = {
  ...firstParty,
  kernel: { ...firstParty.kernel, peerDependencies: peers },
  tested: { react: '19.3.1', 'react-dom': '19.3.1' },
}
const site = (...names: readonly string[]): SiteManifest => ({
  metadata: { name: 'Shop' },
  networks: [network('1')],
  plugins: Object.fromEntries(['@wallet-modal/eip155', ...names].map((name) => [name, {}])),
})

/** Applies a change of a site, as `init` or a later command plans it. */
function changed(files: Files, framework: Framework, after: SiteManifest | undefined): Files {
  const found = detectSite(files, { framework })
  const text = files.get(siteManifestFile)
  const before = text === undefined ? undefined : parseSiteManifest(text)
  const kind = before === undefined ? packagesFor(found, release.tested) : {}
  const plan = planChange({ before, after, files, layout: layoutOf(found), plugins: release.plugins, release, ...kind })
  const next = new Map(files)
  for (const edit of plan.files) {
    if (edit.after === undefined) next.delete(edit.path)
    else next.set(edit.path, edit.after)
  }
  return next
}

const packagesOf = (files: Files): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = JSON.parse(files.get('package.json') ?? '{}')
  return { ...dependencies, ...devDependencies }
}

const start: Readonly<Record<string, Files>> = {
  TypeScript: new Map([
    ['package.json', '{\n\t"name": "a",\n\t"devDependencies": {\n\t\t"vite": "8"\n\t}\n}\n'],
    ['tsconfig.json', '{}'],
    ['src/', ''],
  ]),
  JavaScript: new Map([
    ['package.json', '{"name":"a","dependencies":{}}'],
    ['src/', ''],
  ]),
  'plain HTML': new Map([['index.html', '<p>']]),
}

describe.each(Object.entries(start))('a site in %s', (_, files) => {
  it.each(frameworks)('with the framework %s is restored exactly after any changes and remove --all', (framework) => {
    const wanted = fc.array(fc.subarray(['@wallet-modal/connect', '@wallet-modal/account']), { maxLength: 4 })
    fc.assert(
      fc.property(wanted, (steps) => {
        const withModal = changed(files, framework, site())
        const between = steps.reduce((now, names) => changed(now, framework, site(...names)), withModal)
        expect(changed(between, framework, site())).toEqual(withModal)
        expect(changed(between, framework, undefined)).toEqual(files)
      }),
      { numRuns: 20 },
    )
  })

  it('without React gets Preact under the names of React, and esbuild only for plain HTML', () => {
    const withModal = changed(changed(files, 'vue', site()), 'vue', site('@wallet-modal/connect'))
    expect(packagesOf(withModal)).toMatchObject({
      preact: '11.2.0',
      react: 'npm:@preact/compat@18.3.2',
      'react-dom': 'npm:@preact/compat@18.3.2',
    })
    expect(packagesOf(withModal)).not.toHaveProperty('esbuild')
    expect(packagesOf(changed(files, 'html', site()))).toHaveProperty('esbuild')
  })
})

it('a change keeps the React of a site, and adds React DOM with the same range', () => {
  const files = new Map([['package.json', '{ "dependencies": { "react": "^18.3.0" } }']])
  const packages = packagesOf(changed(files, 'react', site()))
  expect(packages).toMatchObject({ react: '^18.3.0', 'react-dom': '^18.3.0' })
  expect(packages).not.toHaveProperty('preact')
})
