import type { DetectedSite } from '../detect/detect.js'
import type { Framework } from '../detect/framework.js'
import { generate, generatedFile, generateScript } from '../files/generate.js'
import { createTree, type VirtualTree } from '../files/virtual-tree.js'
import type { ResolvedSite } from '../packages/resolve.js'
import { configFile } from './config-file.js'

/** Where a site keeps the files beside wallet-modal.json, in which language, and what it is made with. */
export interface Layout {
  /** Relative to the site's folder, with `/`. */
  readonly generatedFile: string
  readonly configFile: string
  readonly language: 'ts' | 'js'
  /** Decides how the config file begins; `html` is built by this tool. */
  readonly framework: Framework
  /** Whether its bundler knows `import.meta.hot`. */
  readonly hot: boolean
}

/** The layout of a site made by `create`. */
export const defaultLayout: Layout = {
  generatedFile,
  configFile: 'src/wallet-modal.config.ts',
  language: 'ts',
  framework: 'react',
  hot: true,
}

/** The layout of a site whose code is in `sourceFolder`, which is empty for the site's folder itself. */
export function layoutIn(sourceFolder: string, kind: Omit<Layout, 'generatedFile' | 'configFile'>): Layout {
  const at = (name: string): string =>
    `${sourceFolder === '' ? '' : `${sourceFolder}/`}wallet-modal.${name}.${kind.language}`
  return { generatedFile: at('generated'), configFile: at('config'), ...kind }
}

/** The layout of a page without a bundler that `create` made. */
export const pageLayout: Layout = layoutIn('', { language: 'js', framework: 'html', hot: false })

/** The layout for a site that was found. */
export const layoutOf = ({ sourceFolder, typescript, framework, hot }: DetectedSite): Layout =>
  layoutIn(sourceFolder, { language: typescript ? 'ts' : 'js', framework, hot })

/** Where a site keeps what is made anew from wallet-modal.json: the code, and for JavaScript its types. */
export const generatedPaths = ({ generatedFile: code, language }: Layout): readonly string[] =>
  language === 'ts' ? [code] : [code, typesOf(code)]

const typesOf = (code: string): string => code.replace(/\.js$/, '.d.ts')

/** Every file that is made anew from wallet-modal.json, by path. */
export function generatedFiles(resolved: ResolvedSite, { generatedFile: path, language }: Layout): VirtualTree {
  if (language === 'ts') return createTree([[path, generate(resolved)]])
  const { code, types } = generateScript(resolved)
  return createTree([
    [path, code],
    [typesOf(path), types],
  ])
}

/** The config file as it is written once, before it is the site's. */
export const configText = ({ framework, language, hot }: Layout): string =>
  configFile({ framework, typescript: language === 'ts', hot })
