import { chooseLocale, format, type Locale, type StringOverrides, type Strings, type Translate } from './i18n.js'
import { type ReadonlySignal, type Signal, signal } from './signals.js'

type Catalogue = Readonly<Record<Locale, () => Promise<Strings>>>

interface Owner {
  readonly catalogue: Catalogue
  readonly loaded: Signal<{ readonly locale: Locale; readonly strings: Strings }>
}

/** The texts of the kernel and of every plugin, loaded when they are needed, in one language at a time. */
export class Messages {
  readonly #owners = new Map<string, Owner>()

  constructor(
    readonly locale: ReadonlySignal<Locale>,
    readonly overrides: StringOverrides,
  ) {}

  /** Registers the catalogue of a plugin and gives it its translator, which is reactive where signals are. */
  of(name: string, catalogue: Catalogue = {}): Translate {
    const owner: Owner = { catalogue, loaded: signal({ locale: 'en', strings: this.overrides[name] ?? {} }) }
    this.#owners.set(name, owner)
    return (key, values) => {
      const { locale, strings } = owner.loaded.value
      return format(strings, locale, key, values)
    }
  }

  /** Loads the texts of one owner in the current language; what is missing there is English. */
  async load(name: string): Promise<void> {
    const owner = this.#owners.get(name)
    if (!owner) return
    const wanted = this.locale.peek()
    const locale = chooseLocale([wanted], Object.keys(owner.catalogue))
    if (owner.loaded.peek().locale === locale && this.#isComplete(owner)) return
    const [english = {}, local = {}] = await Promise.all([owner.catalogue.en?.(), locale === 'en' ? undefined : owner.catalogue[locale]?.()])
    if (this.locale.peek() !== wanted) return this.load(name)
    this.#complete.add(owner)
    owner.loaded.value = { locale, strings: { ...english, ...local, ...this.overrides[name] } }
  }

  loadAll(): Promise<unknown> {
    return Promise.allSettled([...this.#owners.keys()].map((name) => this.load(name)))
  }

  readonly #complete = new WeakSet<Owner>()
  #isComplete(owner: Owner): boolean {
    return this.#complete.has(owner)
  }
}
