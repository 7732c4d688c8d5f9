// A play of Hearts by the client that OpenAPI Generator makes for Go: a match is opened and dealt, a card is played, the view read.
//
// A program of its own, which needs the generated package beside it: `play URL TOKEN`.
package main

import (
	"context"
	"fmt"
	"os"
	"referee"
)

func need(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	configuration := referee.NewConfiguration()
	configuration.Servers = referee.ServerConfigurations{{URL: os.Args[1]}}
	client := referee.NewAPIClient(configuration)
	asOrganizer := context.WithValue(context.Background(), referee.ContextAccessToken, os.Args[2])

	opening := referee.NewOpenByRuleset("hearts.castillar", []referee.Sitting{
		{SitByName: referee.NewSitByName("Ana")}, {SitByName: referee.NewSitByName("Beto")},
	})
	opening.SetFirstDealer(0)
	opened, _, err := client.MatchesAPI.OpenMatch(asOrganizer).OpenMatch(referee.OpenMatch{OpenByRuleset: opening}).Execute()
	need(err)
	match := opened.HeartsCastillarView.Id

	_, _, err = client.EventsAPI.AppendEvents(asOrganizer, match).Body(referee.NewDealEvent("deal")).Execute()
	need(err)
	_, _, err = client.EventsAPI.AppendEvents(asOrganizer, match).Body(referee.NewPlayEvent("play", 0, "2C")).Execute()
	need(err)

	view, _, err := client.MatchesAPI.GetMatch(asOrganizer, match).Execute()
	need(err)
	hearts := view.HeartsCastillarView
	fmt.Println("version", hearts.Version, "on the table", hearts.Table.Trick, "seat", *hearts.Turn.Get())
}
