import type { Network, PluginInstance } from '@wallet-modal/kernel'

/** A JSON value of a plugin's options. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Options = Readonly<Record<string, Json>>

/** The part of JSON Schema for which the playground draws a field. */
export interface OptionSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: OptionSchema
  readonly minimum?: number
  readonly maximum?: number
}

/** The plugin data that the playground uses: the plugin's manifest, as the command line reads it, and its networks. */
export interface PluginFacts {
  readonly name: string
  readonly manifest: {
    readonly id: string
    readonly title: string
    readonly description: string
    readonly provides: readonly string[]
    readonly needsProjectId?: boolean
    readonly needsService?: boolean
    readonly sourceFor?: readonly string[]
    readonly developmentOnly?: boolean
    readonly optIn?: boolean
    readonly options: { readonly properties?: Readonly<Record<string, OptionSchema>> }
  }
  readonly networks: readonly Network[]
}

/** A flag of the command line that sets an option. */
export interface OptionFlag {
  readonly name: string
  readonly kind: string
  readonly plugin: string
  readonly option?: string
  readonly off?: string
}

/** Data that differs between the sites that contain the playground. A script generates it from the built packages. */
export interface Setting {
  readonly plugins: readonly PluginFacts[]
  readonly flags: readonly OptionFlag[]
  /** Functions by package name. Each downloads a plugin's code and resolves with the function that creates the plugin with options. */
  readonly load: Readonly<Record<string, () => Promise<(options: Options) => PluginInstance>>>
  /** Base URL of the sandbox server; absent where there is none, as on the documentation site. */
  readonly sandboxUrl?: string
  /** URL of the page in the preview's iframe. The page runs `startPreview`. */
  readonly previewUrl: string
}

export const SANDBOX = '@wallet-modal/sandbox'

/** The id of a plugin, such as `connect`, or the package name if the plugin is not listed. */
export const idOf = (setting: Setting, name: string): string =>
  setting.plugins.find((plugin) => plugin.name === name)?.manifest.id ?? name
