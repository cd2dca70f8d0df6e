import type { BrowserWindowConstructorOptions } from 'electron';
import type { WindowState } from './window-state.ts';

/** A window of the studio: nothing of Node in the page, everything the platform has to separate it switched on. */
export function windowOptions(preload: string, state: WindowState): BrowserWindowConstructorOptions {
  return {
    ...state.bounds,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Troupe',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false, // it would fetch dictionaries
    },
  };
}
