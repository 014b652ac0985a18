import { asSiteErrors, CliError } from '../../errors.js'
import { stringLiteral } from '../arguments/literal.js'
import { render, type TemplateData } from '../files/render.js'
import type { Template } from '../files/template.js'
import { createTree, type VirtualTree } from '../files/virtual-tree.js'
import { checkEngines } from '../packages/engines.js'
import { type PackageManager, runScript } from '../packages/package-manager.js'
import { toPackageName } from '../packages/package-name.js'
import { type ResolvedSite, resolveSite, sandboxUrl } from '../packages/resolve.js'
import { type FirstParty, sandboxName } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { defaultLayout, generatedFiles, type Layout, pageLayout } from '../site/layout.js'
import { type SiteManifest, siteManifestFile, toSiteManifestText } from '../site/site-manifest.js'
import { type PackageLists, pluginPackages, sorted, type Versions } from '../site/site-packages.js'

/** Plan of `create`: shown first, then applied by `createSite`. */
export interface CreatePlan {
  readonly site: SiteManifest
  readonly template: Template
  readonly layout: Layout
  readonly packageManager: PackageManager
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  /** `site` after validation, with the manifests of first-party and third-party plugins. */
  readonly resolved: ResolvedSite
  /** All files, including generated ones. */
  readonly files: VirtualTree
}

export interface CreateInput {
  readonly site: SiteManifest
  readonly template: Template
  readonly packageManager: PackageManager
  readonly release: FirstParty
  /** Name of the folder, from which the package name is derived. */
  readonly folder: string
  /** Whether the folder is part of a workspace, which may install the packages in its root. Default: no. */
  readonly inWorkspace?: boolean
  /** Third-party plugins, as read from the registry. */
  readonly thirdParty?: readonly PluginPackage[]
  /** Text of wallet-modal.json, given by `--from`. It is written without changes. */
  readonly manifestText?: string
}

/**
 * Plans a new site from the first-party list and the manifests of other plugins. Does no I/O and needs no installed packages. Throws the errors of
 * `resolveSite`, or `INVALID_MANIFEST`.
 */
export function planCreate(input: CreateInput): CreatePlan {
  const { site, template, packageManager, release, folder, thirdParty = [] } = input
  const plugins = [...release.plugins, ...thirdParty]
  const { dependencies: templateDependencies, devDependencies: templateDevDependencies } = template.spec
  checkEngines(
    thirdParty,
    release,
    new Set([...Object.keys(templateDependencies), ...Object.keys(templateDevDependencies)]),
  )
  const isNew = input.manifestText === undefined
  const kernelVersion = release.kernel.version
  const resolve = () => resolveSite(site, { plugins, known: release.plugins, kernelVersion, isNew })
  const resolved = isNew ? resolve() : asSiteErrors(resolve)
  const { dependencies, devDependencies } = collectDependencies(resolved, template, release)
  const layout = template.spec.framework === 'html' ? pageLayout : defaultLayout
  const packages = { packageManager, dependencies, devDependencies, inWorkspace: input.inWorkspace === true }
  const data = templateData({ resolved, template, layout, folder, ...packages })
  const rendered = template.spec.files
    .filter((file) => file.packageManager === undefined || file.packageManager === packageManager)
    .filter((file) => file.plugin === undefined || file.plugin in site.plugins)
    .map(({ from, to }): [string, string] => [to, renderFile(template, from, data)])
  const files = createTree([
    ...rendered,
    [siteManifestFile, input.manifestText ?? toSiteManifestText(site)],
    ...generatedFiles(resolved, layout),
  ])
  return { site, template, layout, packageManager, dependencies, devDependencies, resolved, files }
}

function renderFile(template: Template, from: string, data: TemplateData): string {
  const source = template.sources.get(from)
  if (source === undefined) throw new CliError('INTERNAL', `The template "${template.id}" has no file "${from}".`)
  return from.endsWith('.hbs') ? render(source, data) : source
}

/** Packages of the template and of the plugins. */
function collectDependencies(resolved: ResolvedSite, template: Template, release: FirstParty): PackageLists {
  const packagesOfPlugins = pluginPackages(
    resolved.plugins.map(({ plugin }) => plugin),
    release,
  )
  return {
    dependencies: sorted({ ...template.spec.dependencies, ...packagesOfPlugins.dependencies }),
    devDependencies: sorted({ ...template.spec.devDependencies, ...packagesOfPlugins.devDependencies }),
  }
}

interface DataInput {
  readonly resolved: ResolvedSite
  readonly template: Template
  readonly layout: Layout
  readonly packageManager: PackageManager
  readonly dependencies: Versions
  readonly devDependencies: Versions
  readonly inWorkspace: boolean
  readonly folder: string
}

function templateData(input: DataInput): TemplateData {
  const { resolved, template, layout, packageManager, dependencies, devDependencies, folder } = input
  const { scripts, texts } = template.spec
  const { site, plugins } = resolved
  const sandbox = plugins.find(({ plugin }) => plugin.name === sandboxName)
  const signIn = plugins.find(({ plugin }) => plugin.manifest.id === 'siwx')
  const locale = site.locale ?? 'en'
  return {
    ...texts,
    generatedFile: layout.generatedFile,
    configFile: layout.configFile,
    title: site.metadata.name,
    titleMarkdown: markdownText(site.metadata.name),
    titleLiteral: stringLiteral(site.metadata.name),
    scripts: Object.entries(scripts).map(([name, command]) => ({ name, command: JSON.stringify(command) })),
    yarn: packageManager === 'yarn',
    workspace: input.inWorkspace,
    packageName: toPackageName(folder),
    locale,
    direction: /^(?:ar|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(locale) ? 'rtl' : 'ltr',
    dependencies: rows(dependencies),
    devDependencies: rows(devDependencies),
    plugins: plugins.map(({ plugin }) => ({
      name: plugin.name,
      title: plugin.manifest.title,
      description: markdownText(plugin.manifest.description),
    })),
    sandbox: sandbox !== undefined,
    siwx: signIn !== undefined,
    siwxServer: signIn !== undefined && template.spec.files.some((file) => file.plugin === signIn.plugin.name),
    sandboxUrl: (sandbox && sandboxUrl(sandbox)) ?? '',
    runDev: runScript(packageManager, 'dev'),
    runBuild: runScript(packageManager, 'build'),
    runTest: runScript(packageManager, 'test'),
    runLint: runScript(packageManager, 'lint'),
    runDoctor: runScript(packageManager, 'doctor'),
    install: `${packageManager} install`,
  }
}

/** Escapes text for Markdown, including table cells, so that it contains no markup and no HTML. */
const markdownText = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ')

const rows = (entries: Versions): readonly TemplateData[] =>
  Object.entries(entries).map(([name, version]) => ({ name, version }))
