import type { DetectedSite } from '../detect/detect.js'
import type { Snapshot } from '../detect/snapshot.js'

/** One step of adding the button. The CLI prints it and edits nothing. */
export interface MountStep {
  /** File, relative to the site; `new` files do not exist yet. */
  readonly file: string
  /**
   * `new`: create this file. `imports`: add to the file's imports. `markup`: add at the position of the button. `settings`: add to the settings in
   * the file.
   */
  readonly where: 'new' | 'imports' | 'markup' | 'settings'
  readonly code: string
}

const element = '<wallet-modal-button></wallet-modal-button>'
/** Vue renders a dynamic component with an unknown name as an element, so the compiler option `isCustomElement` is not needed. */
const vueElement = `<component :is="'wallet-modal-button'" />`

/** File names of a site, as its framework expects them. */
interface SiteFiles {
  /** Extension of script files. */
  readonly script: 'ts' | 'js'
  /** Import path of the config file, relative to the source folder. */
  readonly config: string
  /** Path of a file in the source folder. */
  inSource(path: string): string
  /** The first of `paths` that exists; if none exists, the first of `paths`. */
  first(...paths: readonly string[]): string
}

function filesOf({ typescript, sourceFolder }: DetectedSite, snapshot: Snapshot): SiteFiles {
  return {
    script: typescript ? 'ts' : 'js',
    config: typescript ? './wallet-modal.config' : './wallet-modal.config.js',
    inSource: (path) => (sourceFolder === '' ? path : `${sourceFolder}/${path}`),
    first: (...paths) => paths.find((path) => snapshot.has(path)) ?? paths[0] ?? '',
  }
}

/** Steps that add the button to a site of the detected framework. `hasSandbox`: whether the site has the sandbox; default: yes. */
export function mountSteps(site: DetectedSite, snapshot: Snapshot, hasSandbox = true): readonly MountStep[] {
  const files = filesOf(site, snapshot)
  switch (site.framework) {
    case 'react':
    case 'next':
    case 'react-router':
      return reactSteps(site, snapshot, { ...files, hasSandbox })
    case 'nuxt':
    case 'sveltekit':
    case 'astro':
    case 'html':
      return pageSteps(site.framework, snapshot, files)
    default:
      return elementSteps(site.framework, files)
  }
}

/** Steps for React: a new component that opens the modal, and its use in the first page of the site. */
function reactSteps(
  site: DetectedSite,
  snapshot: Snapshot,
  { script, config, inSource, first, hasSandbox }: SiteFiles & { readonly hasSandbox: boolean },
): readonly MountStep[] {
  const isNext = site.framework === 'next'
  const button: MountStep = {
    file: inSource(`ConnectButton.${script}x`),
    where: 'new',
    code: `${isNext ? "'use client'\n\n" : ''}${reactButton(config)}`,
  }
  if (isNext) return [button, ...buttonSteps(nextPage(site, snapshot), `${site.alias ?? '../'}ConnectButton`)]
  if (site.framework === 'react') return [button, ...buttonSteps(inSource(`App.${script}x`), './ConnectButton')]
  const home = first(...['home', '_index'].map((name) => inSource(`routes/${name}.${script}x`)))
  return [button, ...buttonSteps(home, '../ConnectButton'), ...(hasSandbox ? [sandboxStep(script)] : [])]
}

/** Steps that add the custom element to the site's markup. The site's entry script imports the config file. */
function elementSteps(
  framework: 'angular' | 'vue' | 'svelte' | 'vanilla',
  { script, config, inSource, first }: SiteFiles,
): readonly MountStep[] {
  const entry = first(...[`main.${script}`, `main.${script}x`, `index.${script}`, `index.${script}x`].map(inSource))
  const configImport: MountStep = { file: entry, where: 'imports', code: `import '${config}'` }
  switch (framework) {
    case 'angular':
      return [
        configImport,
        {
          file: inSource('app/app.ts'),
          where: 'imports',
          code: "import { CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'",
        },
        {
          file: inSource('app/app.ts'),
          where: 'settings',
          code: 'schemas: [CUSTOM_ELEMENTS_SCHEMA], // in @Component',
        },
        { file: inSource('app/app.html'), where: 'markup', code: element },
      ]
    case 'vue':
      return [configImport, { file: inSource('App.vue'), where: 'markup', code: vueElement }]
    case 'svelte':
      return [configImport, { file: inSource('App.svelte'), where: 'markup', code: element }]
    case 'vanilla':
      return [configImport, { file: first('index.html', 'public/index.html'), where: 'markup', code: element }]
  }
}

/** Steps that add the custom element in frameworks that render pages on a server, and in pages without a bundler. */
function pageSteps(
  framework: 'nuxt' | 'sveltekit' | 'astro' | 'html',
  snapshot: Snapshot,
  { script, inSource }: SiteFiles,
): readonly MountStep[] {
  switch (framework) {
    case 'nuxt':
      return [
        { file: inSource(`plugins/wallet-modal.client.${script}`), where: 'new', code: nuxtPlugin },
        { file: inSource('app.vue'), where: 'markup', code: vueElement },
      ]
    case 'sveltekit':
      return [
        {
          file: `src/hooks.client.${script}`,
          where: snapshot.has(`src/hooks.client.${script}`) ? 'imports' : 'new',
          code: "import '$lib/wallet-modal.config'",
        },
        { file: 'src/routes/+page.svelte', where: 'markup', code: element },
      ]
    case 'astro':
      return [
        {
          file: 'src/pages/index.astro',
          where: 'markup',
          code: `${element}\n<script>\n  import '../wallet-modal.config'\n</script>`,
        },
      ]
    case 'html':
      return [
        {
          file: 'index.html',
          where: 'markup',
          code: `<script type="module" src="wallet-modal/index.js"></script>\n${element}`,
        },
      ]
  }
}

/** Bundles the sandbox into React Router's server build. Otherwise production servers would import a development dependency. */
const sandboxStep = (script: SiteFiles['script']): MountStep => ({
  file: `vite.config.${script}`,
  where: 'settings',
  code: "ssr: { noExternal: ['@wallet-modal/sandbox'] },",
})

const reactButton = (config: string): string =>
  `import { useAccount, useWalletModal } from '@wallet-modal/kernel/react'
import { modal } from '${config}'

export function ConnectButton() {
  const { open } = useWalletModal(modal)
  const { address } = useAccount(modal)
  return (
    <button type="button" onClick={() => open()}>
      {address ? \`\${address.slice(0, 6)}…\${address.slice(-4)}\` : 'Connect wallet'}
    </button>
  )
}`

const buttonSteps = (file: string, from: string): readonly MountStep[] => [
  { file, where: 'imports', code: `import { ConnectButton } from '${from}'` },
  { file, where: 'markup', code: '<ConnectButton />' },
]

/** Nuxt plugin for the browser only: a server renders the page without the modal. */
const nuxtPlugin = `import '../wallet-modal.config'

export default defineNuxtPlugin(() => {})`

/** First page of a Next.js site: in the app router, or in the older pages router. */
function nextPage({ typescript }: DetectedSite, snapshot: Snapshot): string {
  const end = typescript ? 'tsx' : 'js'
  const routes = ['app/', 'src/app/', 'pages/', 'src/pages/'].find((folder) => snapshot.has(folder)) ?? 'app/'
  return `${routes}${routes.endsWith('app/') ? 'page' : 'index'}.${end}`
}
