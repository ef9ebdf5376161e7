// Polyfills for what our code and its packages use and the oldest browsers we serve (Chrome 87, Firefox 78, Safari 14) lack.

function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  return this[index < 0 ? this.length + Math.trunc(index) : Math.trunc(index)]
}

function polyfill(target: object, name: string, value: unknown) {
  if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
}

// biome-ignore lint/suspicious/noPrototypeBuiltins: Object.hasOwn is what is missing; calling it here would call this again.
polyfill(Object, 'hasOwn', (target: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(target, key))
polyfill(Array.prototype, 'at', at)
polyfill(String.prototype, 'at', at)
