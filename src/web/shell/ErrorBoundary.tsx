// Catches what breaks outside the routes, which have a catch of their own: the login screen, or routes that could not
// be fetched.
import type { ReactNode } from 'react';
import { Component } from 'react';
import { ScreenError } from './ScreenError.tsx';

interface Caught {
  error: Error | null;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: null };

  static getDerivedStateFromError(error: Error): Caught {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <ScreenError error={error} />;
  }
}
