export type Theme = 'system' | 'light' | 'dark';
const KEY = 'troupe.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const isTheme = (value: unknown): value is Theme => value === 'system' || value === 'light' || value === 'dark';
const remembered = (): Theme => {
  const value = localStorage.getItem(KEY);
  return isTheme(value) ? value : 'system';
};
const show = (theme: Theme) => {
  document.documentElement.dataset['theme'] = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
};

/** Shows the remembered theme and follows the system while that is the choice. */
export function startTheme(): void {
  show(remembered());
  dark.addEventListener('change', () => show(remembered()));
}

/** Shows a theme from now on. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  show(theme);
}
