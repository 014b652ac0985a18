import { withDeadline } from '../errors/deadline.js'
import { type ReadonlySignal, type Signal, signal } from '../signals.js'
import { chooseLocale, format, type Locale, type StringOverrides, type Strings, type Translate } from './i18n.js'

type Catalogue = Readonly<Record<Locale, () => Promise<Strings>>>

interface Owner {
  readonly catalogue: () => Promise<Catalogue>
  readonly loaded: Signal<{ readonly locale: Locale; readonly strings: Strings }>
  readonly translate: Translate
  isAsked: boolean
  /** The first texts are loading: displays nothing instead of a key. */
  isWaiting: boolean
  isComplete: boolean
  /** A failure is reported once, until the texts are loaded. */
  isReported: boolean
}

/** Texts of the kernel and of all plugins, loaded on demand, in one language at a time. */
export class Messages {
  readonly #owners = new Map<string, Owner>()
  readonly #locale: ReadonlySignal<Locale>
  readonly #overrides: StringOverrides
  readonly #catalogueOf: (name: string) => Promise<Catalogue | undefined>
  readonly #failed: (name: string, error: unknown) => void

  constructor(
    locale: ReadonlySignal<Locale>,
    overrides: StringOverrides,
    catalogueOf: (name: string) => Promise<Catalogue | undefined> = async () => undefined,
    failed: (name: string, error: unknown) => void = () => {},
  ) {
    this.#locale = locale
    this.#overrides = overrides
    this.#catalogueOf = catalogueOf
    this.#failed = failed
  }

  /** Translator of a plugin, reactive. A catalogue is passed once, for owners other than plugins. */
  of(name: string, catalogue?: Catalogue): Translate {
    return this.#owner(name, catalogue).translate
  }

  /** Language of a plugin's texts: English if it lacks the visitor's. `undefined` if it has no texts, or none are loaded yet. Reactive. */
  languageOf(name: string): Locale | undefined {
    const { locale, strings } = this.#owner(name).loaded.value
    return Object.keys(strings).length > 0 ? locale : undefined
  }

  /** Loads the texts of one owner in the current language; missing or failed ones are replaced by English. */
  async load(name: string): Promise<void> {
    const owner = this.#owner(name)
    owner.isAsked = true
    const catalogue = await owner.catalogue()
    const requestedLocale = this.#locale.peek()
    const locale = chooseLocale([requestedLocale], Object.keys(catalogue))
    if (owner.isComplete && owner.loaded.peek().locale === locale) return
    const strings = async (of: Locale): Promise<Strings> => ({ ...(await catalogue[of]?.()) })
    const [english, local] = await Promise.allSettled([strings('en'), locale === 'en' ? {} : strings(locale)])
    if (this.#locale.peek() !== requestedLocale) return this.load(name)
    const missing = [english, local].find((one) => one.status === 'rejected')
    const isComplete = missing === undefined
    if (missing) this.#report(owner, name, missing.reason)
    else owner.isReported = false
    if (!isComplete && owner.isComplete) return
    owner.isComplete = isComplete
    owner.isWaiting = false
    const texts = [english, local].map((one) => (one.status === 'fulfilled' ? one.value : {}))
    owner.loaded.value = {
      locale: local.status === 'fulfilled' ? locale : 'en',
      strings: { ...texts[0], ...texts[1], ...this.#overridesOf(name) },
    }
  }

  loadAll(): Promise<unknown> {
    return Promise.allSettled([...this.#owners.keys()].map((name) => this.load(name)))
  }

  #report(owner: Owner, name: string, error: unknown): void {
    if (!owner.isReported) this.#failed(name, error)
    owner.isReported = true
  }

  #overridesOf(name: string): Strings {
    return Object.hasOwn(this.#overrides, name) ? (this.#overrides[name] ?? {}) : {}
  }

  #owner(name: string, catalogue?: Catalogue): Owner {
    const known = this.#owners.get(name)
    if (known) return known
    const loaded = signal<{ readonly locale: Locale; readonly strings: Strings }>({
      locale: 'en',
      strings: this.#overridesOf(name),
    })
    const owner: Owner = {
      catalogue: async () => catalogue ?? (await this.#catalogueOf(name)) ?? {},
      loaded,
      translate: (key, values) => {
        // a label in another plugin's view is read before its own plugin's views
        if (!owner.isAsked)
          withDeadline(this.load(name), 'loading its texts', name).catch((error: unknown) => {
            owner.isAsked = false // keys are displayed if texts cannot be loaded; the next reader retries
            this.#report(owner, name, error)
          })
        const { strings, locale } = loaded.value
        return owner.isWaiting && !Object.hasOwn(strings, key) ? '' : format(strings, locale, key, values)
      },
      isAsked: false,
      isWaiting: true,
      isComplete: false,
      isReported: false,
    }
    this.#owners.set(name, owner)
    return owner
  }
}
