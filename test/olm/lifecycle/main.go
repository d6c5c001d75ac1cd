// The Operator Lifecycle Manager of its own project in one process: who serves a catalog, who resolves subscriptions, and who installs.
// The project's own programs listen on every interface, for metrics that nobody asks for here; this one listens on loopback, for the catalog.
//
//	lifecycle definitions                                    prints the definitions of its kinds
//	lifecycle run <bundle> <template of a catalog> <folder>  prints `catalog=<address>` when all of it runs
//
// The folder is one to work in; KUBECONFIG names the cluster.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/operator-framework/api/crds"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == "definitions":
		err = printDefinitions()
	case len(os.Args) == 5 && os.Args[1] == "run":
		err = run(ctx, os.Args[2], os.Args[3], os.Args[4])
	default:
		err = fmt.Errorf("lifecycle definitions, or lifecycle run <bundle> <template> <folder>")
	}
	if err != nil {
		log.Fatal(err)
	}
}

func printDefinitions() error {
	items := []any{
		crds.CatalogSource(), crds.ClusterServiceVersion(), crds.InstallPlan(), crds.OLMConfig(),
		crds.OperatorCondition(), crds.OperatorGroup(), crds.Operator(), crds.Subscription(),
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"apiVersion": "v1", "kind": "List", "items": items})
}

func run(ctx context.Context, bundle, template, folder string) error {
	address, err := serveCatalog(ctx, bundle, template, folder)
	if err != nil {
		return fmt.Errorf("catalog: %w", err)
	}
	kubeconfig := os.Getenv("KUBECONFIG")
	if err := startResolver(ctx, kubeconfig); err != nil {
		return fmt.Errorf("who resolves subscriptions: %w", err)
	}
	if err := startInstaller(ctx, kubeconfig); err != nil {
		return fmt.Errorf("who installs: %w", err)
	}
	fmt.Printf("catalog=%s\n", address)
	<-ctx.Done()
	return nil
}
