import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadFirstParty, loadTemplate, templateIds } from './assets.js'
import { planCreate } from './plan/changes/create-plan.js'
import type { VirtualTree } from './plan/files/virtual-tree.js'
import { packageManagers } from './plan/packages/package-manager.js'
import { newSite, type SiteChoices } from './plan/site/new-site.js'

const release = await loadFirstParty()
/** Templates that a bundler builds. */
const ids = (await templateIds()).filter((id) => id !== 'html')

interface SitePackage {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

async function filesOf(id: string, { sandbox = true, title = 'Shop', packageManager = 'npm' as const } = {}) {
  const template = await loadTemplate(id)
  const templatePlugins = template.spec.plugins
  const site = newSite({ title, networks: ['eip155:1'], sandbox, features: {}, templatePlugins }, release)
  return planCreate({ site, template, packageManager, release, folder: 'shop' }).files
}
const packageOf = (files: VirtualTree): SitePackage => JSON.parse(files.get('package.json') ?? '')

/** Relative imports whose file does not exist. */
function missingImports(files: VirtualTree): readonly string[] {
  const isThere = (path: string): boolean => ['', '.ts', '.tsx'].some((ending) => files.has(path + ending))
  return [...files].flatMap(([path, text]) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)/g)].flatMap(([, name = '']) => {
      const target = posix.join(posix.dirname(path), name)
      return isThere(target) ? [] : [`${path}: ${name}`]
    }),
  )
}

describe.each(ids)('the template %s', (id) => {
  it('N6 renders for every package manager and a hostile title, and imports only existing files', async () => {
    for (const packageManager of packageManagers)
      for (const sandbox of [true, false]) {
        const template = await loadTemplate(id)
        const title = `It's <b>\${x} {{y}}`
        const choices = { title, networks: ['eip155:1'], sandbox, features: { siwx: sandbox } }
        const site = newSite({ ...choices, templatePlugins: template.spec.plugins }, release)
        const { files } = planCreate({ site, template, packageManager, release, folder: 'shop' })
        expect(packageOf(files)).toMatchObject({ name: 'shop', scripts: { dev: 'wallet-modal dev' } })
        expect(files.has('yarn.lock')).toBe(packageManager === 'yarn')
        expect(missingImports(files)).toEqual([])
      }
  })

  it('has scripts for build, test and lint, and exact versions of all packages', async () => {
    const { scripts, dependencies, devDependencies } = packageOf(await filesOf(id))
    for (const script of ['dev', 'build', 'test', 'lint', 'sync', 'doctor']) expect(scripts).toHaveProperty(script)
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^(?:npm:@preact\/compat@)?\d+\.\d+\.\d+$/)
  })

  it('has the same versions of development packages as the first template', async () => {
    const own = packageOf(await filesOf(id)).devDependencies
    const first = packageOf(await filesOf(ids[0] ?? '')).devDependencies
    for (const name of Object.keys(own).filter((one) => one in first))
      expect([name, own[name]]).toEqual([name, first[name]])
  })

  it('does not mention the sandbox if it is disabled', async () => {
    const files = await filesOf(id, { sandbox: false })
    expect(files.get('README.md')).not.toContain('Sandbox')
    expect(files.get('package.json')).not.toContain('sandbox')
  })
})

it('every template lists Preact if and only if its "react" is an alias of Preact', async () => {
  for (const id of ids) {
    const { dependencies } = packageOf(await filesOf(id))
    const isAlias = dependencies.react?.startsWith('npm:') === true
    expect([id, dependencies['react-dom'] === dependencies.react, 'preact' in dependencies]).toEqual([
      id,
      true,
      isAlias,
    ])
  }
})

it('the template next sets the root of Turbopack, but not in a workspace, which installs packages above the site', async () => {
  const template = await loadTemplate('next')
  const site = newSite({ title: 'Shop', networks: ['eip155:1'], sandbox: false, features: {} }, release)
  const configIn = (inWorkspace: boolean) =>
    planCreate({ site, template, packageManager: 'npm', release, folder: 'shop', inWorkspace }).files.get(
      'next.config.ts',
    )
  expect(configIn(false)).toContain('turbopack: { root')
  expect(configIn(true)).not.toContain('turbopack')
})

it('the README speaks of the file src/siwx.ts only if the template has it', async () => {
  for (const id of await templateIds()) {
    const template = await loadTemplate(id)
    const site = newSite({ title: 'Shop', networks: ['eip155:1'], sandbox: true, features: { siwx: true } }, release)
    const { files } = planCreate({ site, template, packageManager: 'npm', release, folder: 'shop' })
    const readme = files.get('README.md') ?? ''
    expect([id, readme.includes('src/siwx.ts')]).toEqual([id, files.has('src/siwx.ts')])
    expect(readme).toContain('createSiwxServer')
    expect(files.get('src/App.tsx')?.includes('children') ?? false).toBe(id === 'next')
  }
})

describe('sign-in in the template next', () => {
  const plan = async (choices: Partial<SiteChoices>) => {
    const template = await loadTemplate('next')
    const base = { title: 'Shop', networks: ['eip155:1'], sandbox: true, features: {} }
    const site = newSite({ ...base, templatePlugins: template.spec.plugins, ...choices }, release)
    return planCreate({ site, template, packageManager: 'npm', release, folder: 'shop' })
  }

  it('is included by default, with its routes and the component for members', async () => {
    const { site, files } = await plan({})
    expect(site.plugins['@wallet-modal/siwx']).toEqual({ required: false })
    expect(files.get('src/app/page.tsx')).toContain('<Members session={session} />')
    expect([...files.keys()]).toEqual(expect.arrayContaining(['src/siwx.ts', 'src/app/api/siwx/[action]/route.ts']))
  })

  it.each([
    ['--no-siwx', { features: { siwx: false } }],
    ['--plugins', { plugins: ['connect', 'account', 'eip155'] }],
  ])('is omitted completely with %s', async (_, choices) => {
    const { files } = await plan(choices)
    for (const [path, text] of files) expect([path, /siwx|Members/i.test(path + text)]).toEqual([path, false])
  })
})
