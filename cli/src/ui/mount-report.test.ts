import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectSite } from '../plan/detect/detect.js'
import type { Snapshot } from '../plan/detect/snapshot.js'
import { mountSteps } from '../plan/files/mount.js'
import { foundLines, mountLines } from './mount-report.js'

const page = readFileSync(new URL('../../../docs/existing-sites.md', import.meta.url), 'utf8')

const site = (dep: string, ...paths: readonly string[]): Snapshot =>
  new Map([
    ['package.json', JSON.stringify({ dependencies: { [dep]: '1' } })],
    ...paths.map((path) => [path, ''] as const),
  ])

const sitesByTitle: Readonly<Record<string, Snapshot>> = {
  'React with Vite': site('react', 'tsconfig.json', 'src/', 'src/main.tsx', 'src/App.tsx'),
  'Vue with Vite': site('vue', 'tsconfig.json', 'src/', 'src/main.ts', 'src/App.vue'),
  'Svelte with Vite': site('svelte', 'tsconfig.json', 'src/', 'src/main.ts', 'src/App.svelte'),
  'A bundler and no framework': site('vite', 'tsconfig.json', 'src/', 'src/main.ts', 'index.html'),
  'Next.js': site('next', 'tsconfig.json', 'src/', 'src/app/'),
  Nuxt: site('nuxt', 'tsconfig.json', 'app/', 'app/app.vue'),
  SvelteKit: site('@sveltejs/kit', 'tsconfig.json', 'src/', 'src/lib/'),
  Astro: site('astro', 'tsconfig.json', 'src/', 'src/pages/index.astro'),
  'Plain HTML': new Map([['index.html', '']]),
}

const textOf = (snapshot: Snapshot): string => mountLines(mountSteps(detectSite(snapshot), snapshot)).join('\n')

describe('the instructions to mount the button', () => {
  it.each(Object.keys(sitesByTitle))('for %s are the same in docs/existing-sites.md', (title) => {
    const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
    const plain = section.replace(/^```.*\n/gm, '').replace(/\n{2,}/g, '\n')
    expect(plain).toContain(
      textOf(sitesByTitle[title] ?? new Map())
        .trim()
        .replace(/\n{2,}/g, '\n'),
    )
  })

  it('name the sandbox to a React Router site only if it has the sandbox', () => {
    const snapshot = site('@react-router/dev', 'tsconfig.json')
    const codes = (hasSandbox: boolean) =>
      mountSteps(detectSite(snapshot), snapshot, hasSandbox).map(({ code }) => code)
    expect(codes(true).join()).toContain('noExternal')
    expect(codes(false).join()).not.toContain('noExternal')
  })

  it('use the file names of a JavaScript site', () => {
    const text = textOf(site('react', 'src/', 'src/index.jsx'))
    expect(text).toContain('Create src/ConnectButton.jsx:')
    expect(text).toContain("from './wallet-modal.config.js'")
    expect(textOf(site('vue', 'src/', 'src/main.js'))).toContain(
      "In src/main.js, add the import:\n\nimport './wallet-modal.config.js'",
    )
  })

  it('use the page and the alias of a Next.js site', () => {
    const paths = '{"compilerOptions":{"paths":{"@/*":["./*"]}}}'
    const app = new Map([...site('next', 'app/'), ['tsconfig.json', paths]])
    expect(textOf(app)).toContain("In app/page.tsx, add the import:\n\nimport { ConnectButton } from '@/ConnectButton'")
    expect(textOf(site('next', 'pages/'))).toContain('In pages/index.js, add the import:')
  })

  it('add the import to an existing hooks file of a SvelteKit site', () => {
    expect(textOf(site('@sveltejs/kit', 'src/', 'src/hooks.client.js'))).toContain(
      'In src/hooks.client.js, add the import:',
    )
  })
})

it('foundLines lists the detected properties of a site', () => {
  const found = detectSite(new Map([...site('vue', 'src/'), ['vite.config.js', "export default { base: '/shop/' }"]]))
  expect(foundLines(found, 'pnpm')).toEqual([
    'Framework        Vue, in JavaScript',
    'Source folder    src',
    'Package manager  pnpm',
    'Base path        /shop/',
  ])
})
