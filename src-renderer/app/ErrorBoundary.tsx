import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dead } from '../ui/Empty.tsx';

/** Shows what broke instead of a white page. A new `scope` (another address) is tried afresh. */
export class ErrorBoundary extends Component<{ scope: string; children: ReactNode }, { error: Error | null; scope: string }> {
  override state: { error: Error | null; scope: string } = { error: null, scope: this.props.scope };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
  static getDerivedStateFromProps(props: { scope: string }, state: { scope: string }) {
    return props.scope === state.scope ? null : { error: null, scope: props.scope };
  }
  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A view broke:', error, info.componentStack);
  }
  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Dead
        title="This view broke"
        action={
          <>
            <Button look="primary" onClick={() => this.setState({ error: null })}>
              Open it again
            </Button>
            <Button onClick={() => location.assign('#/teams')}>Go to the library</Button>
          </>
        }
      >
        Runs go on and nothing is lost; only this page could not be drawn: {error.message}
      </Dead>
    );
  }
}
